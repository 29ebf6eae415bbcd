import { StorageError } from '../storage-error.ts';
import type { Database } from './database.ts';
import { jsonObject } from './json-column.ts';
import type { HistoryKey } from './node-table.ts';
import { text } from './row.ts';
import { TITLE_PLACE } from '../../search/find-typed.ts';
import { type Entry, isIndexed, ThreadIndexWriter } from './search-writer.ts';
import { titleFrom } from './snippet.ts';
import { digestOf, givenTitle, type MessageText, MessageTextReader } from './message-text.ts';

/** Threads brought up to date in one transaction, so that nobody waits long behind a first search. */
const THREADS_AT_ONCE = 8;

/**
 * Keeps the search index in step with the conversations.
 *
 * Triggers note a thread in `search_stale` whenever its newest checkpoint or its metadata change. A
 * run's end brings its thread up to date in its own commit; what changed in other ways (a state
 * update, a copy, a new title) waits for its owner's next search.
 */
export class ConversationIndex {
  readonly #db: Database;
  readonly #spoken: MessageTextReader;

  constructor(db: Database) {
    this.#db = db;
    this.#spoken = new MessageTextReader(db);
  }

  /** What was said in a thread by now. */
  read(key: HistoryKey): MessageText[] {
    return this.#spoken.read(key);
  }

  /** Brings all of an owner's threads up to date. */
  async refresh(owner: string): Promise<void> {
    const stale = this.#db
      .all('SELECT thread FROM search_stale WHERE owner = ?', owner)
      .map((row) => ({ owner, thread: text(row, 'thread') }));
    for (let start = 0; start < stale.length; start += THREADS_AT_ONCE) {
      const some = stale.slice(start, start + THREADS_AT_ONCE);
      await Promise.all(
        some.map((key) => unlessDamaged(() => this.#db.write(() => this.sync(key)))),
      );
    }
  }

  /**
   * Brings a thread up to date with what was said just now. Called together with the write that ends
   * the run, it is part of that commit, and cannot hold it up.
   */
  async keepUp(key: HistoryKey): Promise<void> {
    await unlessDamaged(() => {
      // Reads inside `write` do not fill the cache; this one does.
      this.#spoken.read(key);
      return this.#db.write(() => this.sync(key, Date.now()));
    });
  }

  /**
   * Makes the index hold what a thread holds now. What is new was said at `saidAt`, or when its first
   * checkpoint was made. Only inside `write`.
   */
  sync(key: HistoryKey, saidAt?: number): void {
    const { owner, thread } = key;
    const row = this.#db.get('SELECT * FROM thread WHERE owner = ? AND id = ?', owner, thread);
    if (!row) return;
    this.#db.damage.verified('thread', row);
    const spoken = this.#spoken.read(key);
    const writer = new ThreadIndexWriter(this.#db, key);
    syncTitle(writer, givenTitle(jsonObject(row, 'metadata')));
    this.#syncMessageText(writer, key, spoken, saidAt);
    writer.finish(firstWords(spoken));
    this.#db.run('DELETE FROM search_stale WHERE owner = ? AND thread = ?', owner, thread);
  }

  /** Takes a thread out of the index. Only inside `write`. */
  remove(key: HistoryKey): void {
    const { owner, thread } = key;
    this.#db.run('DELETE FROM search_stale WHERE owner = ? AND thread = ?', owner, thread);
    if (isIndexed(this.#db, key)) new ThreadIndexWriter(this.#db, key).remove();
  }

  /** Makes the index anew, of every owner. How many conversations it holds. */
  async rebuild(): Promise<number> {
    await this.#db.erase(() => {
      for (const table of ['posting', 'block', 'thread', 'owner', 'stale'])
        this.#db.run(`DELETE FROM search_${table}`);
      this.#db.run('INSERT INTO search_stale (owner, thread) SELECT owner, id FROM thread');
    });
    const owners = this.#db.all('SELECT DISTINCT owner FROM search_stale');
    for (const row of owners) await this.refresh(text(row, 'owner'));
    return this.#db.all('SELECT 1 FROM search_thread').length;
  }

  #syncMessageText(
    writer: ThreadIndexWriter,
    key: HistoryKey,
    spoken: readonly MessageText[],
    saidAt: number | undefined,
  ): void {
    const known = writer.digests('spoken');
    const differs = spoken.findIndex(({ digest }, at) => !isSame(digest, known[at]));
    const kept = differs === -1 ? spoken.length : differs;
    if (kept < known.length) writer.removeFrom(kept + 1);
    const added = spoken.slice(kept);
    if (added.length === 0) return;
    const times = saidAt === undefined ? this.#timesOf(key, added) : undefined;
    writer.append(
      kept + 1,
      added.map((each): Entry => ({
        speaker: each.role === 'human' ? 'person' : 'assistant',
        digest: each.digest,
        at: saidAt ?? times?.get(each.message) ?? Date.now(),
        text: each.text,
        beside: [...each.files, ...each.inside],
      })),
    );
  }

  /** When messages were said: that is when the first checkpoint was made that holds them. */
  #timesOf(key: HistoryKey, added: readonly MessageText[]): Map<string, number> {
    const times = new Map<string, number>();
    let open = new Set(added.map(({ message }) => message));
    for (const checkpoint of this.#spoken.checkpoints(key)) {
      const held = new Set(this.#spoken.read(key, checkpoint).map(({ message }) => message));
      open = open.intersection(held);
      if (open.size === 0) break;
      const time = this.#spoken.timeOf(key, checkpoint);
      for (const message of open) times.set(message, time);
    }
    return times;
  }
}

function syncTitle(writer: ThreadIndexWriter, title: string | undefined): void {
  const [known] = writer.digests('title');
  const digest = title === undefined ? undefined : digestOf('title', title);
  if (isSame(digest, known)) return;
  writer.removeFrom(TITLE_PLACE);
  if (title === undefined || digest === undefined) return;
  writer.append(TITLE_PLACE, [{ speaker: 'title', digest, at: 0, text: title, beside: [] }]);
}

/** The name of a conversation that nobody gave a title: the beginning of what was first said. */
export function firstWords(spoken: readonly MessageText[]): string | undefined {
  const first = spoken.find(({ role }) => role === 'human');
  return first && titleFrom(first.text.trim() || first.files.join(', '));
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return Buffer.compare(a, b) === 0;
}

/**
 * What a damaged thread holds is not indexed. It stays noted as stale, and says itself what is wrong
 * with it when it is opened.
 */
async function unlessDamaged(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StorageError && error.kind === 'damaged')) throw error;
  }
}
