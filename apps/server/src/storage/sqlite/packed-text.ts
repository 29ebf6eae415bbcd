import { constants } from 'node:buffer';
import { deflateSync, inflateSync } from 'node:zlib';

import { StorageError } from '../storage-error.ts';
import { DICTIONARY } from './packing-dictionary.ts';
import type { Row } from './row.ts';

/** Shorter texts gain nothing. */
const MIN_LENGTH = 64;
/** Longer texts (a picture in base64) stay as they are: deflating them would keep everyone waiting. */
const MAX_LENGTH = 128 * 1024;

/**
 * A JSON text as it is put into a column: deflated (zlib's format, whose checksum finds damage) where
 * that is shorter, else itself. JSON escapes lone surrogates, so its UTF-8 says all of it.
 */
export function pack(text: string): string | NodeJS.NonSharedUint8Array {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return text;
  const packed = deflateSync(text, { dictionary: DICTIONARY });
  return packed.length < Buffer.byteLength(text) ? packed : text;
}

/** The text of a column that `pack` filled, or that was filled before there was `pack`. Throws `damaged`. */
export function unpack(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  if (!(value instanceof Uint8Array)) throw damaged(column);
  try {
    // What is larger than any string can be is no text of ours.
    const options = { dictionary: DICTIONARY, maxOutputLength: constants.MAX_STRING_LENGTH };
    return inflateSync(value, options).toString();
  } catch (cause) {
    throw damaged(column, cause);
  }
}

function damaged(column: string, cause?: unknown): StorageError {
  return new StorageError(
    'damaged',
    `The database row holds an unreadable ${column}. Restore the database from a backup.`,
    { cause },
  );
}
