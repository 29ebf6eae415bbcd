import { ChangeDetectionStrategy, Component, computed, inject, input, signal } from '@angular/core';

import { MEMORY_TEST_IDS } from '#contract/names';
import type { ReadReceipt } from '#contract/revision';

import { ClockTime } from '../ui/clock-time';
import { describeReceipt } from '../session/evidence/receipt';
import { RevisionText } from './revision-text';
import { StoredMemory } from './data/stored-memory';

/** Which memory an answer was given: the revision, its very text on demand, and what came since. */
@Component({
  selector: 'tl-receipt-line',
  imports: [ClockTime, RevisionText],
  template: `
    <p class="note receipt" [attr.data-testid]="ids.receipt">
      @if (words().opens; as number) {
        <button
          class="quiet-button receipt-button"
          type="button"
          [attr.aria-expanded]="open()"
          (click)="open.set(!open())"
        >
          {{ words().used }}
        </button>
      } @else {
        <span>{{ words().used }}</span>
      }
      @if (receipt().call; as call) {
        <span i18n> · model call {{ call }} of this turn</span>
      }
      @if (readAt(); as moment) {
        <span i18n> · read <tl-clock-time [moment]="moment" /></span>
      }
      @if (words().since; as since) {
        <span [attr.data-testid]="ids.receiptSince"> · {{ since }}</span>
      }
    </p>
    @if (open() && words().opens; as number) {
      @defer (on immediate) {
        <tl-revision-text [number]="number" />
      } @loading {
        <p class="note late" role="status" i18n>Loading…</p>
      } @error {
        <p class="note problem" i18n>This view could not be loaded. Reload the page.</p>
      }
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ReceiptLine {
  readonly receipt = input.required<ReadReceipt>();

  readonly #stored = inject(StoredMemory);
  protected readonly ids = MEMORY_TEST_IDS;
  protected readonly open = signal(false);
  protected readonly readAt = computed(() => {
    const { read_at: at } = this.receipt();
    return at === undefined ? undefined : new Date(at);
  });
  protected readonly words = computed(() => {
    const view = this.#stored.view();
    const memory = view.status === 'content' ? view.memory : undefined;
    const newest = this.#stored.newest();
    const now = { newest, sha256: memory?.sha256, revision: memory?.revision };
    return describeReceipt(this.receipt(), now);
  });
}
