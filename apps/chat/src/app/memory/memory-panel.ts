import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

import { MEMORY_MAX_BYTES, MEMORY_PATH, TEST_IDS } from '#contract/names';
import { utf8Bytes } from '#contract/text';

import { ClockTime } from '../ui/clock-time';
import { formatNumber } from '../ui/numbers';
import {
  memoryLines,
  PHASE_WORDING,
  SOURCE_WORDING,
  type Evidence,
} from '../session/evidence/evidence';

/** What the agent remembers, and how that is known. */
@Component({
  selector: 'tl-memory-panel',
  imports: [ClockTime],
  templateUrl: './memory-panel.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryPanel {
  readonly evidence = input.required<Evidence>();

  protected readonly ids = TEST_IDS;
  protected readonly path = MEMORY_PATH;
  protected readonly phases = PHASE_WORDING;
  protected readonly bound = formatNumber(MEMORY_MAX_BYTES);
  protected readonly wording = computed(() => SOURCE_WORDING[this.evidence().source]);
  /** The read whose result is shown, if there is one. */
  protected readonly read = computed(() => {
    const evidence = this.evidence();
    return 'contents' in evidence ? evidence : undefined;
  });
  /** The file's literal text; undefined when the read found no file. */
  protected readonly text = computed(() => this.read()?.contents[MEMORY_PATH]);
  protected readonly lines = computed(() => memoryLines(this.text() ?? ''));
  protected readonly size = computed(() => formatNumber(utf8Bytes(this.text() ?? '')));
}
