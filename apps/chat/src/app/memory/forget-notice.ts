import { ChangeDetectionStrategy, Component, inject } from '@angular/core';

import { MEMORY_TEST_IDS } from '#contract/names';

import { Forgetting } from './forgetting';

/** Says that a line was forgotten, and offers to take that back. */
@Component({
  selector: 'tl-forget-notice',
  template: `
    <div role="status" [attr.data-testid]="ids.storedNotice">
      @if (forgetting.outcome(); as outcome) {
        <p class="note stored-notice" [class.problem]="outcome.kind === 'failed'">
          @switch (outcome.kind) {
            @case ('forgotten') {
              Forgotten: “{{ outcome.text.trim() }}”
            }
            @case ('undone') {
              Brought back: “{{ outcome.text.trim() }}”
            }
            @case ('failed') {
              {{ outcome.message }}
            }
          }
        </p>
        @if (outcome.kind === 'forgotten') {
          <button class="quiet-button" type="button" (click)="forgetting.undo()">Undo</button>
        }
        <button class="quiet-button" type="button" (click)="forgetting.dismiss()">Dismiss</button>
      }
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ForgetNotice {
  protected readonly forgetting = inject(Forgetting);
  protected readonly ids = MEMORY_TEST_IDS;
}
