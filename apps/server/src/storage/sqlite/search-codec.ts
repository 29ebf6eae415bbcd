import type { Posting } from '../../search/passage-index.ts';
import { DIGEST_BYTES } from './message-text.ts';
import { StorageError } from '../storage-error.ts';

/** What a block says of each of its passages. */
export interface Head {
  readonly digest: Uint8Array;
  /** In milliseconds since the epoch; kept to the second. */
  readonly at: number;
  /** Speaker and traits. */
  readonly traits: number;
}

/** Numbers of 7 bits a byte, the last below 128. */
class Writer {
  readonly #bytes: number[] = [];

  number(value: number): this {
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes.push((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes.push(rest);
    return this;
  }

  bytes(value: Uint8Array): this {
    this.#bytes.push(...value);
    return this;
  }

  get done(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get more(): boolean {
    return this.#at < this.#bytes.length;
  }

  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw damaged();
      this.#at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  bytes(count: number): Uint8Array {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw damaged();
    const bytes = this.#bytes.slice(this.#at, end);
    this.#at = end;
    return bytes;
  }
}

export function encodeHeads(heads: readonly Head[]): Uint8Array {
  const writer = new Writer();
  let before = 0;
  for (const { digest, at, traits } of heads) {
    const second = Math.floor(at / 1000);
    // Seconds since the passage before; what was said before it (a copy, a branch) is below zero.
    const step = second - before;
    writer
      .bytes(digest)
      .number(step < 0 ? -step * 2 - 1 : step * 2)
      .number(traits);
    before = second;
  }
  return writer.done;
}

/** Throws `damaged`. */
export function decodeHeads(stored: unknown): Head[] {
  const reader = readerOf(stored);
  const heads: Head[] = [];
  let second = 0;
  while (reader.more) {
    const digest = reader.bytes(DIGEST_BYTES);
    const step = reader.number();
    second += step % 2 === 1 ? -(step + 1) / 2 : step / 2;
    heads.push({ digest, at: second * 1000, traits: reader.number() });
  }
  return heads;
}

/** Postings of one word in order of their conversations, from number `base` on. */
export function encodePostings(postings: readonly Posting[], base: number): Uint8Array {
  const writer = new Writer();
  let before = base;
  for (const { thread, places } of postings) {
    // Most words stand once in a conversation: one number says so and how far it is.
    writer.number((thread - before) * 2 + Number(places.length > 1));
    if (places.length > 1) writer.number(places.length);
    let last = 0;
    for (const place of places) {
      writer.number(place - last);
      last = place;
    }
    before = thread;
  }
  return writer.done;
}

/** Throws `damaged`. */
export function decodePostings(stored: unknown, base: number): Posting[] {
  const reader = readerOf(stored);
  const postings: Posting[] = [];
  let thread = base;
  while (reader.more) {
    const step = reader.number();
    thread += Math.floor(step / 2);
    const count = step % 2 === 1 ? reader.number() : 1;
    const places: number[] = [];
    for (let place = 0; places.length < count; places.push(place)) place += reader.number();
    postings.push({ thread, places });
  }
  return postings;
}

function readerOf(stored: unknown): Reader {
  if (!(stored instanceof Uint8Array)) throw damaged();
  return new Reader(stored);
}

function damaged(): StorageError {
  return new StorageError(
    'damaged',
    'A part of the search index is unreadable. Stop the server and run "npm run reindex".',
  );
}
