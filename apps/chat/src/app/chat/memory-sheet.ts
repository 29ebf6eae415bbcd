import {
  ChangeDetectionStrategy,
  Component,
  DestroyRef,
  inject,
  input,
  output,
} from '@angular/core';

import type { Evidence } from '../memory/evidence';
import { MemoryMargin } from '../memory/memory-margin';
import { StoredMemory } from '../memory/stored-memory';

/** All that the page shows of memory, where it is too narrow for a margin. */
@Component({
  selector: 'tl-memory-sheet',
  imports: [MemoryMargin],
  template: `
    <div class="memory-sheet">
      <button class="button sheet-close" type="button" i18n (click)="closed.emit()">Close</button>
      <tl-memory-margin [evidence]="evidence()" />
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemorySheet {
  readonly evidence = input.required<Evidence>();
  readonly closed = output();

  constructor() {
    const stored = inject(StoredMemory);
    // Who closes the sheet has seen what it showed.
    inject(DestroyRef).onDestroy(() => stored.markSeen());
  }
}
