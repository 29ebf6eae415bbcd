import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

import type { MemoryMeter } from '#contract/memory-api';
import { MEMORY_TEST_IDS } from '#contract/names';

const number = new Intl.NumberFormat();

/** How much of the bound, and of every prompt, the memory takes. */
@Component({
  selector: 'tl-stored-meter',
  template: `
    <meter
      class="stored-meter"
      min="0"
      [max]="meter().max_bytes"
      [value]="meter().bytes"
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
    return (
      `${number.format(bytes)} of ${number.format(max_bytes)} bytes, ` +
      `about ${number.format(approximate_tokens)} tokens of every prompt`
    );
  });
}
