import { isCount, isString, listOf, shapeOf } from '#contract/shape';

/** What begins the name of every draft in the browser's storage. */
const PREFIX = 'throughline.draft.v1.';

/** Most drafts that are kept: those written longest ago give way. */
const MOST = 50;

/** What a person has written and the server does not have. */
export interface KeptDraft {
  /** Messages that were on their way, and at the end what was being written. */
  readonly texts: readonly string[];
  /** Names of the files that went with it: their contents are not kept. */
  readonly files: readonly string[];
}

interface Stored extends KeptDraft {
  /** Milliseconds since 1970. */
  readonly at: number;
}

const isStored = shapeOf<Stored>({
  texts: listOf(isString),
  files: listOf(isString),
  at: isCount,
});

/** Where drafts of this tab, and of this browser, are kept. Throws where the browser keeps nothing. */
export interface DraftStorages {
  readonly tab: () => Storage;
  readonly browser: () => Storage;
}

/**
 * Drafts by owner and conversation. A tab finds its own draft first: two tabs may each write a new
 * conversation; one that was closed has left its draft to the browser.
 */
export class KeptDrafts {
  readonly #storages: DraftStorages;

  constructor(storages: DraftStorages) {
    this.#storages = storages;
  }

  /** Keeps a draft, or forgets it when it is empty. Whether the browser did so. */
  keep(owner: string, threadId: string | undefined, draft: KeptDraft): boolean {
    if (draft.texts.length === 0 && draft.files.length === 0) {
      this.forget(owner, threadId);
      return true;
    }
    const key = keyOf(owner, threadId);
    const value = JSON.stringify({ ...draft, at: Date.now() } satisfies Stored);
    try {
      this.#storages.tab().setItem(key, value);
      this.#storages.browser().setItem(key, value);
      this.#dropOldest();
      return this.#storages.browser().getItem(key) === value;
    } catch {
      // A browser that keeps nothing, or has no room: the words stay on the page.
      return false;
    }
  }

  /** The draft of a conversation; undefined where none is kept. */
  read(owner: string, threadId: string | undefined): KeptDraft | undefined {
    const key = keyOf(owner, threadId);
    return this.#all()
      .map((storage) => readStored(storage.getItem(key)))
      .find((draft) => draft !== undefined);
  }

  forget(owner: string, threadId: string | undefined): void {
    for (const storage of this.#all()) storage.removeItem(keyOf(owner, threadId));
  }

  /** Forgets every draft of an owner. */
  forgetAll(owner: string): void {
    for (const storage of this.#all())
      for (const key of keysIn(storage, keyOf(owner, ''))) storage.removeItem(key);
  }

  #dropOldest(): void {
    const storage = this.#storages.browser();
    const keys = keysIn(storage, PREFIX);
    if (keys.length <= MOST) return;
    const at = (key: string) => readStored(storage.getItem(key))?.at ?? 0;
    const oldestFirst = keys.toSorted((one, other) => at(one) - at(other));
    for (const key of oldestFirst.slice(0, keys.length - MOST)) storage.removeItem(key);
  }

  #all(): Storage[] {
    const { browser, tab } = this.#storages;
    return [tab, browser].flatMap((open) => {
      try {
        return [open()];
      } catch {
        // Nothing is kept where nothing can be opened.
        return [];
      }
    });
  }
}

function keyOf(owner: string, threadId: string | undefined): string {
  return `${PREFIX}${owner}.${threadId ?? 'new'}`;
}

function keysIn(storage: Storage, prefix: string): string[] {
  return Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '').filter(
    (key) => key.startsWith(prefix),
  );
}

function readStored(text: string | null): Stored | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isStored(value) ? value : undefined;
  } catch {
    // What another page has put there is no draft.
    return undefined;
  }
}
