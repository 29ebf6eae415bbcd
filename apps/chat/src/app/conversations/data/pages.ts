import { signal } from '@angular/core';

import { toTransportError, type TransportError } from '../../transport/transport-error';
import type { Conversation } from './conversation';
import type { Page, PageRequest } from './conversations-api';

/** Conversations of one page. */
export const PAGE_SIZE = 30;
/** Most that are read at once. */
const MAX_PAGE_SIZE = 100;

/** A list that is read page by page, and read anew while it stays in sight. */
export class Pages<T extends Conversation> {
  readonly #load: (page: PageRequest) => Promise<Page<T>>;
  readonly #items = signal<readonly T[] | undefined>(undefined);
  /** What is known of the list; undefined until it was read once. */
  readonly items = this.#items.asReadonly();
  readonly #more = signal(false);
  /** Whether there are further ones to read. */
  readonly more = this.#more.asReadonly();
  readonly #loading = signal(false);
  readonly loading = this.#loading.asReadonly();
  readonly #error = signal<TransportError | undefined>(undefined);
  /** Why the newest read failed; what was read before stays. */
  readonly error = this.#error.asReadonly();
  #reads = 0;

  constructor(load: (page: PageRequest) => Promise<Page<T>>) {
    this.#load = load;
  }

  /** Reads from the start as much as is in sight. A failure is told by `error`. */
  async reload(): Promise<void> {
    const shown = this.#items()?.length ?? 0;
    const limit = Math.min(MAX_PAGE_SIZE, Math.max(PAGE_SIZE, shown));
    await this.#read({ limit, offset: 0 }, ({ items, more }) => {
      // Of a long list, what lies behind the part just read stays as it was.
      const behind = more ? (this.#items() ?? []).slice(items.length) : [];
      this.#items.set(distinct([...items, ...behind]));
      this.#more.set(more);
    });
  }

  /** Reads the next page. */
  async loadMore(): Promise<void> {
    const before = this.#items() ?? [];
    await this.#read({ limit: PAGE_SIZE, offset: before.length }, ({ items, more }) => {
      this.#items.set(distinct([...before, ...items]));
      this.#more.set(more);
    });
  }

  async #read(page: PageRequest, take: (page: Page<T>) => void): Promise<void> {
    const read = ++this.#reads;
    this.#loading.set(true);
    try {
      const answer = await this.#load(page);
      // A read that a later one has overtaken says nothing new.
      if (read !== this.#reads) return;
      take(answer);
      this.#error.set(undefined);
    } catch (error) {
      if (read === this.#reads) this.#error.set(toTransportError(error));
    } finally {
      if (read === this.#reads) this.#loading.set(false);
    }
  }
}

/** A conversation that moved up between two reads would come twice; the first is the newer. */
function distinct<T extends Conversation>(items: readonly T[]): T[] {
  const seen = new Set<string>();
  return items.filter(({ threadId }) => !seen.has(threadId) && seen.add(threadId));
}
