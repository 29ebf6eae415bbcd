import type { SQLInputValue } from 'node:sqlite';

import type { TypedIndex } from '../../search/find-typed.ts';
import type { Posting } from '../../search/passage-index.ts';
import { unpackTraits, type Passage } from '../../search/passage.ts';
import { type Phrase, standsAt } from '../../search/phrases.ts';
import type { Connection } from './connection.ts';
import { integer, text, type Row } from './row.ts';
import { decodeHeads, decodePostings } from './search-codec.ts';
import { MAX_BLOCK_PASSAGES, PART, wordsOf } from './search-blocks.ts';

/** Above any place, so that a conversation and a place make one number. */
const PLACES = 2 ** 20;

/** Above the end of any word. */
const LAST_CHARACTER = '\u{10ffff}';

/** One owner's part of the search index, as it is now. Made for one search, and thrown away after it. */
export class OwnerIndex implements TypedIndex {
  readonly passages: number;
  readonly words: number;
  readonly #db: Connection;
  readonly #owner: number;
  /** What is in no postings yet, the passages said last: conversation and place as one number. */
  readonly #recent = new Map<string, number[]>();
  readonly #postings = new Map<string, readonly Posting[]>();
  readonly #blocks = new Map<string, readonly Passage[]>();

  constructor(db: Connection, owner: string) {
    this.#db = db;
    const row = db.get('SELECT id, passages, words FROM search_owner WHERE owner = ?', owner);
    this.#owner = row ? integer(row, 'id') : -1;
    this.passages = row ? integer(row, 'passages') : 0;
    this.words = row ? integer(row, 'words') : 0;
    this.#readRecent();
  }

  /** Ids of conversations by their numbers. */
  threadIds(numbers: Iterable<number>): Map<number, string> {
    const rows = this.#db.all(
      `SELECT number, thread FROM json_each(?) AS wanted
         CROSS JOIN search_thread ON owner = ? AND number = wanted.value`,
      JSON.stringify([...numbers]),
      this.#owner,
    );
    return new Map(rows.map((row) => [integer(row, 'number'), text(row, 'thread')]));
  }

  /** The number of a conversation by its id. */
  threadNumber(id: string): number | undefined {
    const [number] = this.threadNumbers([id]);
    return number;
  }

  /** Numbers of conversations by their ids; those that are not indexed have none. */
  threadNumbers(ids: readonly string[]): Set<number> {
    const rows = this.#db.all(
      `SELECT number FROM json_each(?) AS wanted
         CROSS JOIN search_thread ON owner = ? AND thread = wanted.value`,
      JSON.stringify(ids),
      this.#owner,
    );
    return new Set(rows.map((row) => integer(row, 'number')));
  }

  wordsBeginning(beginning: string): string[] {
    const rows = this.#db.all(
      'SELECT DISTINCT word FROM search_posting WHERE owner = ? AND word >= ? AND word < ?',
      this.#owner,
      beginning,
      beginning + LAST_CHARACTER,
    );
    const words = new Set(rows.map((row) => text(row, 'word')));
    for (const word of this.#recent.keys()) if (word.startsWith(beginning)) words.add(word);
    return [...words].sort();
  }

  postings(word: string): readonly Posting[] {
    let postings = this.#postings.get(word);
    if (!postings) {
      const rows = this.#rows(
        'search_posting',
        'owner = ? AND word = ? ORDER BY part',
        this.#owner,
        word,
      );
      postings = joined([...rows.flatMap(postingsOf), ...recentPostings(this.#recent.get(word))]);
      this.#postings.set(word, postings);
    }
    return postings;
  }

  /** Where any word with that beginning stands: places by conversation. */
  placesBeginning(beginning: string): Map<number, Set<number>> {
    const places = new Map<number, Set<number>>();
    const rows = this.#rows(
      'search_posting',
      'owner = ? AND word >= ? AND word < ?',
      this.#owner,
      beginning,
      beginning + LAST_CHARACTER,
    );
    const recent = [...this.#recent].filter(([word]) => word.startsWith(beginning));
    for (const posting of [
      ...rows.flatMap(postingsOf),
      ...recent.flatMap(([, each]) => recentPostings(each)),
    ]) {
      const known = places.get(posting.thread) ?? new Set();
      for (const place of posting.places) known.add(place);
      places.set(posting.thread, known);
    }
    return places;
  }

  /** Where a phrase stands: places by conversation. */
  placesOf(phrase: Phrase): Map<number, Set<number>> {
    const [first = '', ...others] = phrase.words;
    if (others.length === 0) return this.placesBeginning(first);
    const sets = phrase.words
      .slice(0, -1)
      .map((word) => new Map(this.postings(word).map((each) => [each.thread, each.places])));
    const last = this.placesBeginning(phrase.words.at(-1) ?? '');
    const found = new Map<number, Set<number>>();
    for (const [thread, places] of last) {
      const common = sets.reduce<ReadonlySet<number>>(
        (all, each) => all.intersection(new Set(each.get(thread))),
        places,
      );
      const standing = [...common].filter((place) => this.#holds(phrase, thread, place));
      if (standing.length > 0) found.set(thread, new Set(standing));
    }
    return found;
  }

  read(thread: number, from: number, to: number): Passage[] {
    return this.#rows(
      'search_block',
      'owner = ? AND thread = ? AND start > ? AND start <= ? ORDER BY start',
      this.#owner,
      thread,
      from - MAX_BLOCK_PASSAGES,
      to,
    )
      .flatMap((row) => this.#passagesOf(row))
      .filter(({ place }) => place >= from && place <= to);
  }

  #holds(phrase: Phrase, thread: number, place: number): boolean {
    const words = this.read(thread, place, place)[0]?.words ?? [];
    return words.some((_, at) => standsAt(phrase, words, at));
  }

  #passagesOf(row: Row): readonly Passage[] {
    const key = String(integer(row, 'id'));
    let passages = this.#blocks.get(key);
    if (!passages) {
      passages = readBlock(row);
      this.#blocks.set(key, passages);
    }
    return passages;
  }

  /** Rows as they were written; a damaged one is noted, and made anew at the next start. */
  #rows(table: string, condition: string, ...values: SQLInputValue[]): Row[] {
    return this.#db
      .all(`SELECT * FROM ${table} WHERE ${condition}`, ...values)
      .filter((row) => this.#db.damage.isIntact(table, row));
  }

  #readRecent(): void {
    const rows = this.#rows(
      'search_block',
      'owner = ? AND inverted < passages ORDER BY id',
      this.#owner,
    );
    for (const row of rows) {
      const inverted = integer(row, 'inverted');
      const first = integer(row, 'thread') * PLACES + integer(row, 'start');
      for (const [at, words] of wordsOf(row).entries())
        if (at >= inverted) for (const word of words) this.#noteRecent(word, first + at);
    }
  }

  #noteRecent(word: string, passage: number): void {
    const known = this.#recent.get(word);
    if (!known) this.#recent.set(word, [passage]);
    else if (known.at(-1) !== passage) known.push(passage);
  }
}

function recentPostings(passages: readonly number[] = []): Posting[] {
  return passages.map((passage) => ({
    thread: Math.floor(passage / PLACES),
    places: [passage % PLACES],
  }));
}

function readBlock(row: Row): Passage[] {
  const bodies = wordsOf(row);
  return decodeHeads(row['heads']).map(({ at, traits }, index) => ({
    thread: integer(row, 'thread'),
    place: integer(row, 'start') + index,
    at,
    words: bodies[index] ?? [],
    ...unpackTraits(traits),
  }));
}

function postingsOf(row: Row): Posting[] {
  return decodePostings(row['entries'], integer(row, 'part') * PART);
}

/** Postings of one word, each conversation once. */
function joined(postings: readonly Posting[]): readonly Posting[] {
  const byThread = new Map<number, Posting>();
  for (const posting of postings) {
    const before = byThread.get(posting.thread);
    const places = before ? [...before.places, ...posting.places] : posting.places;
    byThread.set(posting.thread, { thread: posting.thread, places });
  }
  return byThread.size === postings.length ? postings : [...byThread.values()];
}
