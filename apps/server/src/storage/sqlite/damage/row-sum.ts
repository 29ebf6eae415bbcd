import type { SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';

/** A row as SQLite gives it. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

/** Column that holds the checksum of the other columns of its row. */
export const SUM = 'sum';

/**
 * The checksum of a row's values: a CRC-32 in four bytes, of one size whatever the values are, so
 * that SQLite can put it into a row in place.
 *
 * It is made of the values as they are read. Whatever changed in the file, two rows of one checksum
 * read the same.
 */
export function rowSum(values: readonly SQLOutputValue[]): Uint8Array {
  let said = '';
  let sum = 0;
  for (const value of values) {
    // Each value says its kind and its length, so that no border between two can move.
    if (typeof value === 'string') said += `t${value.length}:${value}`;
    else if (value === null) said += 'z';
    else if (typeof value === 'object') {
      said += `b${value.length}`;
      sum = crc32(value, sum);
    } else said += `n${value};`;
  }
  sum = crc32(said, sum);
  return Uint8Array.of(sum >>> 24, sum >>> 16, sum >>> 8, sum);
}

/** Whether a value is the checksum of the values beside it. */
export function isSumOf(sum: SQLOutputValue | undefined, values: readonly SQLOutputValue[]) {
  if (!(sum instanceof Uint8Array) || sum.length !== 4) return false;
  return rowSum(values).every((byte, place) => byte === sum[place]);
}
