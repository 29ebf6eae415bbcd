import { ChangeDetectionStrategy, Component, input, output } from '@angular/core';

import type { Evidence } from '../session/evidence/evidence';
import { MemoryPanel } from './memory-panel';
import { StoredRegion } from './stored-region';

/** All that the page shows of memory: what runs observed, and apart from it what the store holds. */
@Component({
  selector: 'tl-memory-margin',
  imports: [MemoryPanel, StoredRegion],
  template: `
    <tl-memory-panel [evidence]="evidence()" />
    @defer (on idle) {
      <tl-stored-region />
    } @placeholder {
      <section class="stored" aria-labelledby="stored-waiting">
        <h2 id="stored-waiting" i18n>What is stored now</h2>
      </section>
    } @error {
      <p class="note problem" role="status" i18n>
        The view of the store could not be loaded. Reload the page.
      </p>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryMargin {
  readonly evidence = input.required<Evidence>();
  /** The person wants it out of the way. */
  readonly folded = output();
}
