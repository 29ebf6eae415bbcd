import type { Posting } from '../../search/passage-index.ts';
import type { Connection } from './connection.ts';
import { unpack } from './packed-text.ts';
import type { Row } from './row.ts';
import { decodePostings, encodePostings } from './search-codec.ts';

/** Conversations whose postings of a word share one row. */
export const PART = 1024;
/** Passages in one block at most. */
export const MAX_BLOCK_PASSAGES = 64;

/** The words of each passage of a block. */
export function wordsOf(row: Row): string[][] {
  return unpack(row, 'body')
    .split('\n')
    .map((line) => (line === '' ? [] : line.split(' ')));
}

/** Places by conversation number, of each word. */
export class Occurrences {
  readonly words = new Map<string, Map<number, number[]>>();

  add(thread: number, place: number, words: readonly string[]): void {
    for (const word of new Set(words)) {
      const threads = this.words.get(word) ?? new Map<number, number[]>();
      const places = threads.get(thread);
      if (places) places.push(place);
      else threads.set(thread, [place]);
      this.words.set(word, threads);
    }
  }
}

/** Adds to an owner's postings what is not in them yet. Only inside `write`. */
export function addPostings(db: Connection, owner: number, added: Occurrences): void {
  changePostings(db, owner, added, (known, places) =>
    [...new Set([...known, ...places])].sort((a, b) => a - b),
  );
}

/** Takes places out of an owner's postings; a word that stands nowhere else is gone. Only inside `write`. */
export function removePostings(db: Connection, owner: number, removed: Occurrences): void {
  changePostings(db, owner, removed, (known, places) => {
    const gone = new Set(places);
    return known.filter((place) => !gone.has(place));
  });
}

function changePostings(
  db: Connection,
  owner: number,
  { words }: Occurrences,
  change: (known: readonly number[], places: readonly number[]) => readonly number[],
): void {
  for (const [word, threads] of words)
    for (const [part, changed] of Map.groupBy(threads, ([thread]) => Math.floor(thread / PART))) {
      const row = db.get(
        'SELECT entries FROM search_posting WHERE owner = ? AND word = ? AND part = ?',
        owner,
        word,
        part,
      );
      const base = part * PART;
      const known = new Map(
        (row ? decodePostings(row['entries'], base) : []).map((each) => [each.thread, each.places]),
      );
      for (const [thread, places] of changed)
        known.set(thread, change(known.get(thread) ?? [], places));
      write(db, owner, word, part, asPostings(known));
    }
}

function asPostings(places: ReadonlyMap<number, readonly number[]>): Posting[] {
  return [...places]
    .filter(([, each]) => each.length > 0)
    .sort(([a], [b]) => a - b)
    .map(([thread, each]) => ({ thread, places: each }));
}

function write(
  db: Connection,
  owner: number,
  word: string,
  part: number,
  postings: readonly Posting[],
): void {
  if (postings.length === 0)
    db.run(
      'DELETE FROM search_posting WHERE owner = ? AND word = ? AND part = ?',
      owner,
      word,
      part,
    );
  else
    db.run(
      `INSERT INTO search_posting (owner, word, part, entries) VALUES (?, ?, ?, ?)
       ON CONFLICT (owner, word, part) DO UPDATE SET entries = excluded.entries`,
      owner,
      word,
      part,
      encodePostings(postings, part * PART),
    );
}
