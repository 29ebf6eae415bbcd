import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, inflateSync } from 'node:zlib';

import { pack } from '../packed-text.ts';
import { DICTIONARY } from '../packing-dictionary.ts';
import { LOCK_FILE } from '../database.ts';

/** How every deflated text begins: zlib's header and the dictionary's checksum. */
const BEGINNING = Buffer.from(pack('x'.repeat(200))).subarray(0, 6);
/** Bytes of a page of the database, to whose end a deflated text is in one piece at least. */
const PAGE = 4096;

/**
 * Names of the files in a data directory whose bytes hold a text, as it is or deflated, in rows as
 * well as in what is left of deleted ones. The lock file is left alone: to open and close it would
 * give the lock of this process back.
 */
export function filesHolding(directory: string, text: string): string[] {
  return readdirSync(directory)
    .filter((name) => name !== LOCK_FILE)
    .filter((name) => holds(readFileSync(join(directory, name)), text));
}

/** Whether bytes hold a text, as it is or deflated. */
export function holds(bytes: Buffer, text: string): boolean {
  if (bytes.includes(text)) return true;
  for (let at = bytes.indexOf(BEGINNING); at !== -1; at = bytes.indexOf(BEGINNING, at + 1))
    if (inflated(bytes.subarray(at, at + PAGE)).includes(text)) return true;
  return false;
}

/** What bytes inflate to, as far as they do: a deleted text may be overwritten from some byte on. */
function inflated(bytes: Buffer): string {
  for (let length = bytes.length; length > BEGINNING.length; length -= Math.ceil(length / 50)) {
    const text = attempt(bytes.subarray(0, length));
    if (text !== undefined) return text;
  }
  return '';
}

function attempt(bytes: Buffer): string | undefined {
  try {
    const options = { dictionary: DICTIONARY, finishFlush: constants.Z_SYNC_FLUSH };
    return inflateSync(bytes, options).toString();
  } catch (error) {
    // What follows the text's own bytes does not inflate.
    if (error instanceof Error && 'code' in error && error.code === 'Z_DATA_ERROR')
      return undefined;
    throw error;
  }
}
