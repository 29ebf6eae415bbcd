import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

import type { MemoryMeter } from '#contract/memory-api';
import { MEMORY_TEST_IDS } from '#contract/names';

import { formatNumber } from '../ui/numbers';

/** How much of the bound, and of every prompt, the memory takes. */
@Component({
  selector: 'tl-stored-meter',
  template: `
    <meter
      class="stored-meter"
      min="0"
      [max]="meter().max_bytes"
      [value]="meter().bytes"
      i18n-aria-label
      aria-label="Size of the memory"
    ></meter>
    <p class="note" [attr.data-testid]="ids.storedMeter">{{ words() }}</p>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class StoredMeter {
  readonly meter = input.required<MemoryMeter>();
  protected readonly ids = MEMORY_TEST_IDS;
  protected readonly words = computed(() => {
    const { bytes, max_bytes, approximate_tokens } = this.meter();
    return $localize`${formatNumber(bytes)}:size: of ${formatNumber(max_bytes)}:bound: bytes, about ${formatNumber(approximate_tokens)}:tokens: tokens of every prompt`;
  });
}
