import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';

import type { Evidence } from '../session/evidence/evidence';
import { CurrentSession } from '../session/page/current-session';
import { MemoryPanel } from './memory-panel';
import { StoredRegion } from './stored-region';

/** All that the page shows of memory: what runs observed, and apart from it what the store holds. */
@Component({
  selector: 'tl-memory-margin',
  imports: [MemoryPanel, StoredRegion],
  template: `
    @if (isOff()) {
      <p class="note memory-off" role="status" i18n>
        Memory is off in this chat: nothing is read from it and nothing is written to it.
      </p>
    }
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

  readonly #current = inject(CurrentSession);
  protected readonly isOff = computed(() => this.#current.session().settings.isMemoryOff());
}
