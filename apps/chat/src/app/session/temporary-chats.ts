import { isString, listOf } from '#contract/shape';

const KEY = 'throughline.temporary.v1';

/** Most ids kept: those begun longest ago have long ended. */
const MOST = 50;

/**
 * The temporary conversations that this browser has shown, by id alone: of one that has ended the
 * server knows nothing, and this is how its end can be told from a mistyped address.
 */
export class TemporaryChats {
  readonly #openStorage: () => Pick<Storage, 'getItem' | 'setItem'>;

  /** `openStorage` throws where the browser keeps nothing. */
  constructor(openStorage: () => Pick<Storage, 'getItem' | 'setItem'>) {
    this.#openStorage = openStorage;
  }

  has(threadId: string): boolean {
    return this.#read().includes(threadId);
  }

  note(threadId: string): void {
    const before = this.#read();
    if (before.includes(threadId)) return;
    this.#write([...before, threadId].slice(-MOST));
  }

  /** It is kept after all. */
  forget(threadId: string): void {
    const before = this.#read();
    if (before.includes(threadId)) this.#write(before.filter((each) => each !== threadId));
  }

  #read(): readonly string[] {
    try {
      const ids: unknown = JSON.parse(this.#openStorage().getItem(KEY) ?? '[]');
      return listOf(isString)(ids) ? ids : [];
    } catch {
      // Where nothing is kept, an end is told as for any conversation that is not there.
      return [];
    }
  }

  #write(ids: readonly string[]): void {
    try {
      this.#openStorage().setItem(KEY, JSON.stringify(ids));
    } catch {
      // As above.
    }
  }
}
