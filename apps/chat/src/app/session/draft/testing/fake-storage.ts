import { KeptDrafts } from '../kept-drafts';

/** Storage as browsers have it. */
export class FakeStorage implements Storage {
  readonly #values = new Map<string, string>();
  isFull = false;

  get length(): number {
    return this.#values.size;
  }

  key(place: number): string | null {
    return [...this.#values.keys()][place] ?? null;
  }

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.#values.set(key, value);
  }

  removeItem(key: string): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }
}

/** Drafts that are kept for one page of a test, and by nothing else. */
export function draftsOfOnePage(): KeptDrafts {
  const [tab, browser] = [new FakeStorage(), new FakeStorage()];
  return new KeptDrafts({ tab: () => tab, browser: () => browser });
}
