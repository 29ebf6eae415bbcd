import { ChangeDetectionStrategy, Component, input } from '@angular/core';

import type { Evidence } from './evidence';
import { MemoryPanel } from './memory-panel';
import { StoredRegion } from './stored-region';

/** All that the page shows of memory: what runs observed, and apart from it what the store holds. */
@Component({
  selector: 'tl-memory-margin',
  imports: [MemoryPanel, StoredRegion],
  template: `
    <tl-memory-panel [evidence]="evidence()" />
    <tl-stored-region />
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryMargin {
  readonly evidence = input.required<Evidence>();
}
