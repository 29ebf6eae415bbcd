import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';

import { StoredMemory } from '../memory/stored-memory';

/** A dot, and the words for it, while the memory holds a write that the person has not seen. */
@Component({
  selector: 'tl-memory-news',
  template: `
    @if (hasNews()) {
      <svg aria-hidden="true" viewBox="0 0 8 8" class="news-dot">
        <circle cx="4" cy="4" r="4" />
      </svg>
      <span class="visually-hidden" i18n>Something was written that you have not seen.</span>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryNews {
  readonly #stored = inject(StoredMemory);
  protected readonly hasNews = computed(() => {
    const [newest, seen] = [this.#stored.newest(), this.#stored.seen()];
    return newest !== undefined && seen !== undefined && newest > seen;
  });
}
