import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

import { MEMORY_MAX_BYTES, MEMORY_PATH, TEST_IDS } from '#contract/names';
import { utf8Bytes } from '#contract/text';

import {
  memoryLines,
  observedText,
  PHASE_WORDING,
  SOURCE_WORDING,
  type Evidence,
} from '../session/evidence/evidence';
import { ClockTime } from '../ui/clock-time';
import { formatNumber } from '../ui/numbers';
import { MemoryUsed } from './memory-used';
import { StoredFacts } from './stored-facts';

/** Which memory this conversation was given, and one click deeper how that is known. */
@Component({
  selector: 'tl-memory-details',
  imports: [ClockTime, MemoryUsed, StoredFacts],
  templateUrl: './memory-details.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryDetails {
  readonly evidence = input.required<Evidence>();

  protected readonly ids = TEST_IDS;
  protected readonly path = MEMORY_PATH;
  protected readonly phases = PHASE_WORDING;
  protected readonly bound = formatNumber(MEMORY_MAX_BYTES);
  protected readonly wording = computed(() => SOURCE_WORDING[this.evidence().source]);
  /** The file's literal text; undefined when the read found no file, or there was none. */
  protected readonly text = computed(() => observedText(this.evidence()));
  protected readonly lines = computed(() => memoryLines(this.text() ?? ''));
  protected readonly size = computed(() => formatNumber(utf8Bytes(this.text() ?? '')));
}
