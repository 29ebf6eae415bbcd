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
import { readableLine } from './data/shown-lines';

/** Says that a line was forgotten, and offers to take that back. */
@Component({
  selector: 'tl-forget-notice',
  template: `
    <div role="status" [class.toast]="forgetting.outcome()" [attr.data-testid]="ids.storedNotice">
      @if (forgetting.outcome(); as outcome) {
        <p class="toast-words" [class.problem]="outcome.kind === 'failed'">
          @switch (outcome.kind) {
            @case ('forgotten') {
              <ng-container i18n>Forgotten: “{{ readable(outcome.text) }}”</ng-container>
              @if (outcome.foundIn !== undefined) {
                <ng-container i18n>
                  The agent can still find it in the conversation where it was said.
                </ng-container>
              }
            }
            @case ('left-out') {
              <ng-container i18n>That conversation is left out of recall.</ng-container>
            }
            @case ('taken-in') {
              <ng-container i18n>That conversation can be recalled again.</ng-container>
            }
            @case ('undone') {
              <ng-container i18n>Brought back: “{{ readable(outcome.text) }}”</ng-container>
            }
            @case ('failed') {
              {{ outcome.message }}
            }
          }
        </p>
        @if (outcome.kind === 'forgotten' || outcome.kind === 'left-out') {
          <button #button class="toast-button" type="button" (click)="forgetting.undo()" i18n>
            Undo
          </button>
        }
        @if (outcome.kind === 'forgotten' && outcome.foundIn !== undefined) {
          <button #button class="toast-button" type="button" (click)="forgetting.leaveOut()" i18n>
            Leave that conversation out of recall
          </button>
        }
        <button
          #button
          class="toast-button"
          type="button"
          i18n-aria-label
          aria-label="Dismiss"
          (click)="dismiss()"
        >
          <svg aria-hidden="true" class="icon small"><use href="icons.svg#x" /></svg>
        </button>
      }
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ForgetNotice {
  protected readonly forgetting = inject(Forgetting);
  protected readonly ids = MEMORY_TEST_IDS;
  protected readonly readable = readableLine;
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
