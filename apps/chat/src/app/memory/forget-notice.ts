import {
  afterRenderEffect,
  ChangeDetectionStrategy,
  Component,
  inject,
  output,
  viewChildren,
  type ElementRef,
} from '@angular/core';

import { MEMORY_TEST_IDS } from '#contract/names';

import { Forgetting } from './data/forgetting';

/** Says that a line was forgotten, and offers to take that back. */
@Component({
  selector: 'tl-forget-notice',
  template: `
    <div role="status" [attr.data-testid]="ids.storedNotice">
      @if (forgetting.outcome(); as outcome) {
        <p class="note stored-notice" [class.problem]="outcome.kind === 'failed'">
          @switch (outcome.kind) {
            @case ('forgotten') {
              <ng-container i18n>Forgotten: “{{ outcome.text.trim() }}”</ng-container>
            }
            @case ('undone') {
              <ng-container i18n>Brought back: “{{ outcome.text.trim() }}”</ng-container>
            }
            @case ('failed') {
              {{ outcome.message }}
            }
          }
        </p>
        @if (outcome.kind === 'forgotten') {
          <button #button class="quiet-button" type="button" (click)="forgetting.undo()" i18n>
            Undo
          </button>
        }
        <button #button class="quiet-button" type="button" (click)="dismiss()" i18n>Dismiss</button>
      }
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ForgetNotice {
  protected readonly forgetting = inject(Forgetting);
  protected readonly ids = MEMORY_TEST_IDS;
  /** The notice has gone, and the focus that it had with it. */
  readonly dismissed = output();
  private readonly buttons = viewChildren<ElementRef<HTMLButtonElement>>('button');

  constructor() {
    afterRenderEffect(() => {
      const [first] = this.buttons();
      // The button that was pressed went with its line, or with what it took back.
      if (document.activeElement === document.body) first?.nativeElement.focus();
    });
  }

  protected dismiss(): void {
    this.forgetting.dismiss();
    this.dismissed.emit();
  }
}
