import { ChangeDetectionStrategy, Component, inject } from '@angular/core';

import { StoredMemory } from '../memory/data/stored-memory';

/** A dot, and the words for it, while the memory holds a write that the person has not seen. */
@Component({
  selector: 'tl-memory-unseen',
  template: `
    @if (hasUnseen()) {
      <svg aria-hidden="true" viewBox="0 0 8 8" class="unseen-dot">
        <circle cx="4" cy="4" r="4" />
      </svg>
      <span class="visually-hidden" i18n>Something new was written.</span>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryUnseen {
  protected readonly hasUnseen = inject(StoredMemory).hasUnseen;
}
