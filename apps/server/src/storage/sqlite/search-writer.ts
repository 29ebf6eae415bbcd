import { TITLE_PLACE } from '../../search/find-typed.ts';
import { packTraits, type Speaker, traitsOf } from '../../search/passage.ts';
import { wordsIn } from '../../search/words.ts';
import type { Connection } from './connection.ts';
import type { HistoryKey } from './node-table.ts';
import { pack } from './packed-text.ts';
import { integer, type Row } from './row.ts';
import {
  addPostings,
  MAX_BLOCK_PASSAGES,
  Occurrences,
  removePostings,
  wordsOf,
} from './search-blocks.ts';
import { decodeHeads, encodeHeads, type Head } from './search-codec.ts';

/** Something said, or a title, as it is to be found. */
export interface Entry {
  readonly speaker: Speaker;
  readonly digest: Uint8Array;
  /** In milliseconds since the epoch. */
  readonly at: number;
  /** What was said, whose wording tells its kind. */
  readonly text: string;
  /** What is found with it: names of files, and the words in them. */
  readonly beside: readonly string[];
}

type Places = 'title' | 'spoken';

/** Words in a block that takes no further passage. */
const FULL_BLOCK_WORDS = 1000;
/**
 * Words of an owner that stay out of the postings, since looking through so many takes a few
 * milliseconds, and how many are put into them at a time once there are more.
 */
const MAX_RECENT_WORDS = 24_000;
const WORDS_AT_ONCE = 4000;

interface StoredPassage extends Head {
  readonly words: readonly string[];
}

interface Block {
  readonly id: number | undefined;
  readonly start: number;
  /** How many of its passages the postings hold. */
  readonly inverted: number;
  readonly passages: readonly StoredPassage[];
}

/** One conversation's part of the search index, for changing it. Only inside `write`. */
export class ThreadIndexWriter {
  readonly #db: Connection;
  readonly #owner: number;
  readonly #thread: number;
  /** What the owner's counts are to be changed by. */
  readonly #change = { passages: 0, words: 0, recent: 0 };

  constructor(db: Connection, key: HistoryKey) {
    this.#db = db;
    this.#owner = ownerNumber(db, key.owner);
    this.#thread = threadNumber(db, this.#owner, key.thread);
  }

  /** Writes the owner's counts, and the name under which the conversation is listed. To be called last. */
  finish(title: string | undefined): void {
    this.#writeCounts();
    this.#invertRecent();
    this.#db.run(
      `UPDATE search_thread SET title = ?1
       WHERE owner = ?2 AND number = ?3 AND title IS NOT ?1`,
      title ?? null,
      this.#owner,
      this.#thread,
    );
  }

  /** Digests of what is indexed at some places, in order. */
  digests(places: Places): Uint8Array[] {
    return this.#rows('id, start, heads', places)
      .flatMap((row) => decodeHeads(row['heads']))
      .map(({ digest }) => digest);
  }

  /** Takes out what stands at a place, and all after it unless that is the title. */
  removeFrom(place: number): void {
    const gone = new Occurrences();
    for (const block of this.#blocks(place === TITLE_PLACE ? 'title' : 'spoken', place)) {
      const kept = block.passages.slice(0, Math.max(0, place - block.start));
      const removed = block.passages.slice(kept.length);
      for (const [at, { words }] of removed.entries())
        if (kept.length + at < block.inverted)
          gone.add(this.#thread, block.start + kept.length + at, words);
      this.#count(removed, -1, block.start);
      this.#change.recent -= countWords(removed.slice(Math.max(0, block.inverted - kept.length)));
      this.#writeBlock({
        ...block,
        passages: kept,
        inverted: Math.min(kept.length, block.inverted),
      });
    }
    removePostings(this.#db, this.#owner, gone);
  }

  /** Adds entries, the first at `place`, which is the next free one. */
  append(place: number, entries: readonly Entry[]): void {
    let open = place > TITLE_PLACE + 1 ? this.#lastBlock(place) : undefined;
    for (const [at, entry] of entries.entries()) {
      const passage = passageOf(entry);
      if (open && isFull(open)) {
        this.#writeBlock(open);
        open = undefined;
      }
      open ??= { id: undefined, start: place + at, inverted: 0, passages: [] };
      open = { ...open, passages: [...open.passages, passage] };
      this.#count([passage], 1, place + at);
      this.#change.recent += passage.words.length;
    }
    if (open) this.#writeBlock(open);
  }

  /** Takes the whole conversation out, and the owner with the last one. */
  remove(): void {
    this.removeFrom(TITLE_PLACE);
    this.removeFrom(TITLE_PLACE + 1);
    this.#writeCounts();
    const of = [this.#owner, this.#thread] as const;
    this.#db.run('DELETE FROM search_thread WHERE owner = ? AND number = ?', ...of);
    this.#db.run(
      `DELETE FROM search_owner WHERE id = ?1
         AND NOT EXISTS (SELECT 1 FROM search_thread WHERE owner = ?1)`,
      this.#owner,
    );
  }

  /** Puts the oldest of what is in no postings into them, until little enough is left. */
  #invertRecent(): void {
    const recent = this.#db.get('SELECT recent FROM search_owner WHERE id = ?', this.#owner);
    let left = integer(recent ?? {}, 'recent');
    while (left > MAX_RECENT_WORDS) {
      const words = this.#invertSome();
      if (words === 0) return;
      left -= words;
    }
  }

  /** How many words it put into the postings. */
  #invertSome(): number {
    const added = new Occurrences();
    let words = 0;
    while (words < WORDS_AT_ONCE) {
      const row = this.#db.get(
        `SELECT id, thread, start, inverted, body FROM search_block
         WHERE owner = ? AND inverted < passages ORDER BY id LIMIT 1`,
        this.#owner,
      );
      if (!row) break;
      for (const [at, passage] of wordsOf(row).entries())
        if (at >= integer(row, 'inverted')) {
          words += passage.length;
          added.add(integer(row, 'thread'), integer(row, 'start') + at, passage);
        }
      this.#db.run('UPDATE search_block SET inverted = passages WHERE id = ?', integer(row, 'id'));
    }
    addPostings(this.#db, this.#owner, added);
    this.#db.run('UPDATE search_owner SET recent = recent - ? WHERE id = ?', words, this.#owner);
    return words;
  }

  /** Titles are found, but are no passages that statistics count. */
  #count(passages: readonly StoredPassage[], sign: 1 | -1, start: number): void {
    if (start === TITLE_PLACE) return;
    this.#change.passages += sign * passages.length;
    this.#change.words += sign * countWords(passages);
  }

  #writeCounts(): void {
    const { passages, words, recent } = this.#change;
    this.#db.run(
      `UPDATE search_owner SET passages = passages + ?, words = words + ?, recent = recent + ?
       WHERE id = ?`,
      passages,
      words,
      recent,
      this.#owner,
    );
  }

  #lastBlock(place: number): Block | undefined {
    const last = this.#blocks('spoken', place - 1)[0];
    return last && !isFull(last) ? last : undefined;
  }

  /** The block that holds a place, and those after it. */
  #blocks(places: Places, from: number): Block[] {
    return this.#rows('id, start, inverted, heads, body', places, from).map((row) => {
      const words = wordsOf(row);
      return {
        id: integer(row, 'id'),
        start: integer(row, 'start'),
        inverted: integer(row, 'inverted'),
        passages: decodeHeads(row['heads']).map((head, at) => ({
          ...head,
          words: words[at] ?? [],
        })),
      };
    });
  }

  #rows(columns: string, places: Places, from = 0): Row[] {
    const [first, last] =
      places === 'title' ? [TITLE_PLACE, TITLE_PLACE] : [TITLE_PLACE + 1, Number.MAX_SAFE_INTEGER];
    return this.#db.all(
      `SELECT ${columns} FROM search_block
       WHERE owner = ?1 AND thread = ?2 AND start BETWEEN ?3 AND ?4 AND start >= coalesce(
         (SELECT max(start) FROM search_block WHERE owner = ?1 AND thread = ?2 AND start <= ?5), 0
       ) ORDER BY start`,
      this.#owner,
      this.#thread,
      first,
      last,
      from,
    );
  }

  #writeBlock({ id, start, inverted, passages }: Block): void {
    if (passages.length === 0) {
      if (id !== undefined) this.#db.run('DELETE FROM search_block WHERE id = ?', id);
      return;
    }
    const heads = encodeHeads(passages);
    const body = pack(passages.map(({ words }) => words.join(' ')).join('\n'));
    if (id === undefined)
      this.#db.run(
        `INSERT INTO search_block (owner, thread, start, inverted, passages, heads, body)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[this.#owner, this.#thread, start, inverted, passages.length, heads, body],
      );
    else
      this.#db.run(
        'UPDATE search_block SET inverted = ?, passages = ?, heads = ?, body = ? WHERE id = ?',
        ...[inverted, passages.length, heads, body, id],
      );
  }
}

/** Whether a conversation is in the index. */
export function isIndexed(db: Connection, { owner, thread }: HistoryKey): boolean {
  return (
    db.get(
      `SELECT 1 FROM search_owner JOIN search_thread ON search_thread.owner = search_owner.id
       WHERE search_owner.owner = ? AND thread = ?`,
      owner,
      thread,
    ) !== undefined
  );
}

function countWords(passages: readonly StoredPassage[]): number {
  return passages.reduce((sum, { words }) => sum + words.length, 0);
}

function isFull({ passages }: Block): boolean {
  return countWords(passages) >= FULL_BLOCK_WORDS || passages.length >= MAX_BLOCK_PASSAGES;
}

function passageOf({ speaker, digest, at, text, beside }: Entry): StoredPassage {
  const words = [text, ...beside].flatMap((part) => wordsIn(part)).map(({ word }) => word);
  return { digest, at, traits: packTraits(speaker, traitsOf(text)), words };
}

function ownerNumber(db: Connection, owner: string): number {
  db.run('INSERT INTO search_owner (owner) VALUES (?) ON CONFLICT DO NOTHING', owner);
  return integer(db.get('SELECT id FROM search_owner WHERE owner = ?', owner) ?? {}, 'id');
}

function threadNumber(db: Connection, owner: number, thread: string): number {
  db.run(
    `INSERT INTO search_thread (owner, number, thread)
       SELECT ?1, coalesce((SELECT max(number) FROM search_thread WHERE owner = ?1), 0) + 1, ?2
     WHERE NOT EXISTS (SELECT 1 FROM search_thread WHERE owner = ?1 AND thread = ?2)`,
    owner,
    thread,
  );
  const row = db.get(
    'SELECT number FROM search_thread WHERE owner = ? AND thread = ?',
    owner,
    thread,
  );
  return integer(row ?? {}, 'number');
}
