import { DomPortal, PortalModule } from '@angular/cdk/portal';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  inject,
  input,
  output,
} from '@angular/core';

import { StoredMemory } from '../memory/data/stored-memory';

/**
 * All that the page shows of memory, where it is too narrow for a memory pane. The page has it from its
 * first moment, out of sight; here it is lent to the sheet.
 */
@Component({
  selector: 'tl-memory-sheet',
  imports: [PortalModule],
  template: `
    <div class="memory-sheet">
      <ng-template [cdkPortalOutlet]="portal()" />
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemorySheet {
  /** The page's own view of memory; it goes back to its place when the sheet closes. */
  readonly view = input.required<HTMLElement>();
  readonly closed = output();

  protected readonly portal = computed(() => new DomPortal(this.view()));

  constructor() {
    const stored = inject(StoredMemory);
    // Who closes the sheet has seen what it showed.
    inject(DestroyRef).onDestroy(() => stored.markSeen());
  }
}
