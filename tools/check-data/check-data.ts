import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { checkDatabase } from '#server/storage/sqlite/check/check-database';
import { DATABASE_FILE, LOCK_FILE } from '#server/storage/sqlite/database';
import { lockDirectory } from '#server/storage/sqlite/lock';
import { lostCommits } from '#server/storage/sqlite/log/lost-commits';
import { StorageError } from '#server/storage/storage-error';

import { inWords } from './in-words.ts';

export interface CheckedData {
  /** What is damaged, each in words. */
  readonly damage: readonly string[];
  readonly threads: number;
  readonly items: number;
}

/** Reads everything in a data directory. Throws StorageError for what is no database of ours. */
export function checkData(dataDir: string): CheckedData {
  const path = join(dataDir, DATABASE_FILE);
  if (!existsSync(path))
    throw new StorageError(
      'invalid',
      `There is no database in ${dataDir}. Set DATA_DIR to the server's.`,
    );
  const lost = unlessServed(dataDir, () => lostCommits(dataDir, DATABASE_FILE));
  const { damage, ...contents } = checkDatabase(path);
  const log = lost === undefined ? [] : [`the file: ${lost}`];
  return { ...contents, damage: [...log, ...damage.map(inWords)] };
}

/** What `look` gives while no server has the directory; one that has it looked when it started. */
function unlessServed<T>(dataDir: string, look: () => T): T | undefined {
  const lock = join(dataDir, LOCK_FILE);
  if (!existsSync(lock)) return look();
  try {
    const unlock = lockDirectory(dataDir, lock);
    try {
      return look();
    } finally {
      unlock();
    }
  } catch (error) {
    if (error instanceof StorageError && error.kind === 'locked') return undefined;
    throw error;
  }
}
