import { isObject } from '#contract/shape';

import { StorageError } from '../storage-error.ts';
import type { JsonObject } from '../storage.ts';
import { text, type Row } from './row.ts';

/** Reads a column that holds a JSON object. Throws `damaged` when it holds anything else. */
export function jsonObject(row: Row, column: string): JsonObject {
  return asJsonObject(text(row, column), column);
}

/** The same of a column's text that was read before. */
export function asJsonObject(stored: string, column: string): JsonObject {
  const value: unknown = JSON.parse(stored);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as JsonObject;
  throw new StorageError(
    'damaged',
    `The database row holds an unexpected ${column}. Restore the database from a backup.`,
  );
}

/** Whether `whole` holds every key of `part` with an equal value, objects recursively. */
export function contains(whole: unknown, part: unknown): boolean {
  if (isObject(part) && isObject(whole))
    return Object.entries(part).every(
      ([key, value]) => Object.hasOwn(whole, key) && contains(whole[key], value),
    );
  if (Array.isArray(part) && Array.isArray(whole))
    return part.length === whole.length && part.every((item, at) => contains(whole[at], item));
  return whole === part;
}
