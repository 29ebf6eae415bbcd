import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';

import { CurrentSession } from '../session/page/current-session';
import type { Failure } from '../session/state/session-state';
import { Countdown } from '../ui/countdown';
import { ComposerFocus } from './composer-focus';
import { Gate } from './gate';

/** What went wrong, where the answer would stand: a sentence and one thing to do. */
@Component({
  selector: 'tl-failure-notice',
  imports: [Countdown, RouterLink],
  template: `
    <div class="failure">
      <svg aria-hidden="true" class="icon"><use href="icons.svg#alert" /></svg>
      @if (isEnded()) {
        <p role="alert" i18n>
          This was a temporary chat. It has ended: ten minutes after it was left, it was deleted.
        </p>
      } @else if (unopened() && failure().error.kind === 'not-found') {
        <p role="alert" i18n>This chat no longer exists.</p>
      } @else {
        <p role="alert">{{ failure().error.message }}</p>
      }
      @if (isTooLong()) {
        <button class="button" type="button" i18n (click)="startNew()">
          Start a new conversation
        </button>
      } @else if (words() !== undefined) {
        <button
          class="button"
          type="button"
          [disabled]="gate.closed() !== undefined || countdown.left() > 0"
          (click)="gate.submit(words() ?? '')"
        >
          <ng-container i18n>Try again</ng-container>
          <tl-countdown #countdown [seconds]="failure().error.retryAfter ?? 0" />
        </button>
      } @else if (unopened()) {
        @if (failure().error.kind === 'not-found') {
          <a class="button" routerLink="/" i18n>Start a new conversation</a>
        } @else {
          <button class="button" type="button" i18n (click)="reopen()">Try again</button>
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
  readonly #focus = inject(ComposerFocus);
  protected readonly gate = inject(Gate);
  protected readonly isEnded = this.#current.isEnded;
  /** What got no answer; empty for files alone, undefined when nothing was lost. */
  protected readonly words = computed(() => this.failure().text);
  /** Whether saying it again in this conversation cannot help. */
  protected readonly isTooLong = computed(() => this.failure().error.reason === 'context-too-long');

  protected reopen(): void {
    this.#current.reopen();
  }

  /** The words go along, to be sent there. */
  protected startNew(): void {
    const before = this.#current.session();
    const { text = '', messageId } = this.failure();
    const files = before.filesOf(messageId);
    this.#current.startNew();
    const { draft } = this.#current.session();
    draft.giveBack(before.draft.text(), before.draft.attachments());
    draft.giveBack(text, files);
    this.#focus.request();
  }
}
