import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';

import { MEMORY_TEST_IDS } from '#contract/names';

import { ClockTime } from '../ui/clock-time';
import { formatNumber } from '../ui/numbers';
import { StoredMemory } from './data/stored-memory';

/** What is known of the store by this page's own reads, apart from what any run has observed. */
@Component({
  selector: 'tl-stored-facts',
  imports: [ClockTime],
  template: `
    @if (memory(); as memory) {
      <h3 class="facts-heading" i18n>Stored now</h3>
      <dl class="facts">
        <dt i18n>Version</dt>
        <dd [attr.data-testid]="ids.storedTime">
          @if (stored.isLive()) {
            <ng-container i18n>
              {{ revisionWords() }}, read by this page <tl-clock-time [moment]="readAt()" />; kept
              up to date
            </ng-container>
          } @else {
            <ng-container i18n>
              {{ revisionWords() }}, read by this page <tl-clock-time [moment]="readAt()" />; not
              kept up to date just now
            </ng-container>
          }
        </dd>
        @if (memory.text === null) {
          <dd class="whole" i18n>There is no memory file.</dd>
        } @else {
          <dt i18n>Size</dt>
          <dd [attr.data-testid]="ids.storedMeter">{{ sizeWords() }}</dd>
          @if (isEmpty()) {
            <dd class="whole" i18n>The memory file has no lines.</dd>
          }
        }
      </dl>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class StoredFacts {
  protected readonly stored = inject(StoredMemory);
  protected readonly ids = MEMORY_TEST_IDS;
  protected readonly memory = computed(() => {
    const view = this.stored.view();
    return view.status === 'content' ? view.memory : undefined;
  });
  protected readonly isEmpty = computed(() => {
    const memory = this.memory();
    return memory?.problem === null && memory.text?.trim() === '';
  });
  protected readonly readAt = computed(() => new Date(this.memory()?.read_at ?? Number.NaN));
  protected readonly revisionWords = computed(() => {
    const revision = this.memory()?.revision;
    if (revision === null) return $localize`Without a number (written past the history)`;
    return revision === 0
      ? $localize`Nothing was ever written`
      : $localize`Version ${String(revision)}:version:`;
  });
  protected readonly sizeWords = computed(() => {
    const meter = this.memory()?.meter;
    if (meter === undefined) return '';
    const { approximate_tokens, bytes, max_bytes } = meter;
    return $localize`${formatNumber(bytes)}:size: of ${formatNumber(max_bytes)}:bound: bytes, about ${formatNumber(approximate_tokens)}:tokens: tokens of every prompt`;
  });
}
