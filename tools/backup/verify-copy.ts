import { checkDatabase } from '#server/storage/sqlite/check/check-database';
import { StorageError } from '#server/storage/storage-error';

import { inWords } from '../check-data/in-words.ts';

/** What a copy of the database holds. */
export interface Contents {
  readonly conversations: number;
  readonly items: number;
}

/**
 * Reads all of a copy of the database, and checks that it is whole, ours, and of a version that this
 * one knows. Throws StorageError `damaged` or `newer-schema`.
 */
export function verifyCopy(file: string): Contents {
  const { damage, threads, items } = checkDatabase(file);
  const [first] = damage;
  if (first === undefined) return { conversations: threads, items };
  const more = damage.length > 1 ? `, and ${damage.length - 1} more` : '';
  throw new StorageError('damaged', `${file} is damaged: ${inWords(first)}${more}.`);
}
