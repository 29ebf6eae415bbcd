import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';

import { CurrentSession } from '../session/current-session';
import type { Failure } from '../session/reduce';
import { Gate } from './gate';

/** What went wrong, where the answer would stand: a sentence and one thing to do. */
@Component({
  selector: 'tl-failure-notice',
  imports: [RouterLink],
  template: `
    <div class="failure" role="alert">
      <p>{{ failure().error.message }}</p>
      @if (failure().text; as text) {
        <button
          class="button"
          type="button"
          [disabled]="gate.closed() !== undefined"
          (click)="gate.submit(text)"
        >
          Send again
        </button>
      } @else if (unopened()) {
        @if (failure().error.kind === 'not-found') {
          <a class="button" routerLink="/">Start a new conversation</a>
        } @else {
          <button class="button" type="button" (click)="reopen()">Try again</button>
        }
      }
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class FailureNotice {
  readonly failure = input.required<Failure>();
  /** Whether the conversation could not even be read. */
  readonly unopened = input.required<boolean>();

  readonly #current = inject(CurrentSession);
  protected readonly gate = inject(Gate);

  protected reopen(): void {
    this.#current.reopen();
  }
}
