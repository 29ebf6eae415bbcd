import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';

import type { ReadReceipt } from '#contract/revision';

import { describeReceipt } from '../session/evidence/receipt';
import type { Confirmation } from '../session/state/confirmation';
import { ClockTime } from '../ui/clock-time';
import { StoredMemory } from './data/stored-memory';
import { RevisionText } from './revision-text';

/** Exactly what each model call of an answer was given of the memory, and how the answer was saved. */
@Component({
  selector: 'tl-memory-given',
  imports: [ClockTime, RevisionText],
  template: `
    <div class="sheet-content">
      <div class="sheet-head">
        <h2 i18n>Memory used in this answer</h2>
        <button
          class="icon-button"
          type="button"
          i18n-aria-label
          aria-label="Close"
          (click)="closed.emit()"
        >
          <svg aria-hidden="true" class="icon"><use href="icons.svg#x" /></svg>
        </button>
      </div>
      @for (number of versions(); track number) {
        <h3 i18n>Version {{ number }}</h3>
        <tl-revision-text [number]="number" />
      }
      @if (rows().length > 0) {
        <div
          class="table-scroll"
          role="group"
          tabindex="0"
          i18n-aria-label
          aria-label="Model calls"
        >
          <table>
            <thead>
              <tr>
                <th scope="col" i18n>Model call</th>
                <th scope="col" i18n>Memory</th>
                <th scope="col" i18n>Read at</th>
              </tr>
            </thead>
            <tbody>
              @for (row of rows(); track $index) {
                <tr>
                  <td>{{ row.call }}</td>
                  <td>{{ row.used }}</td>
                  <td>
                    @if (row.readAt; as moment) {
                      <tl-clock-time [moment]="moment" />
                    } @else {
                      <ng-container i18n>not known</ng-container>
                    }
                  </td>
                </tr>
              }
            </tbody>
          </table>
        </div>
      } @else {
        <p class="note" i18n>No memory was read for this answer.</p>
      }
      @if (since(); as words) {
        <p class="note">{{ words }}</p>
      }
      @if (confirmation(); as confirmation) {
        @if (confirmation.saved) {
          <p class="note" i18n>
            Response saved: confirmed checkpoint at read time
            <tl-clock-time [moment]="confirmation.at" />
          </p>
        } @else {
          <p class="note" i18n>Not confirmed as saved: {{ confirmation.reason }}.</p>
        }
      }
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryGiven {
  readonly receipts = input.required<readonly ReadReceipt[]>();
  /** What is known of the answer being saved; undefined where nothing is. */
  readonly confirmation = input.required<Confirmation | undefined>();
  readonly closed = output();

  readonly #stored = inject(StoredMemory);
  readonly #described = computed(() => {
    const now = this.#stored.now();
    return this.receipts().map((receipt) => ({ receipt, words: describeReceipt(receipt, now) }));
  });
  /** Every version whose text can be shown, the one that the answer itself was given first. */
  protected readonly versions = computed(() =>
    [...new Set(this.#described().flatMap(({ words }) => words.opens ?? [])).values()].toReversed(),
  );
  protected readonly since = computed(() => this.#described().at(-1)?.words.since);
  protected readonly rows = computed(() => {
    const all = this.#described();
    return all.map(({ receipt, words }, at) => ({
      call: $localize`${receipt.call ?? at + 1}:call: of ${all.length}:count:`,
      used: words.used,
      readAt: receipt.read_at === undefined ? undefined : new Date(receipt.read_at),
    }));
  });
}
