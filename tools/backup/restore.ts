import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { DATABASE_FILE, LOCK_FILE } from '#server/storage/sqlite/database';
import { lockDirectory } from '#server/storage/sqlite/lock';
import { MARK_FILE } from '#server/storage/sqlite/log/commit-mark';
import { lostCommits } from '#server/storage/sqlite/log/lost-commits';

import { BackupError } from './backup-error.ts';
import { sync } from './sync.ts';
import { verifyCopy, type Contents } from './verify-copy.ts';

export interface Restored extends Contents {
  /** Where the database that was there is now; undefined when there was none. */
  readonly replaced: string | undefined;
}

/**
 * Puts a backup in the place of a data directory's database, which is kept beside it under the
 * given moment's name. If it is cut at any point, the directory holds the old database or the new
 * one, never none. Throws BackupError; StorageError `damaged` and `newer-schema` before anything is
 * touched, `locked` when a server has the directory.
 */
export function restore(dataDir: string, file: string, now: Date): Restored {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  const contents = verifyCopy(file);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockDirectory(dataDir, join(dataDir, LOCK_FILE));
  try {
    const path = join(dataDir, DATABASE_FILE);
    const draft = `${path}.restored`;
    copyFileSync(file, draft);
    chmodSync(draft, 0o600);
    verifyCopy(draft);
    sync(draft);
    const replaced = setAside(path, now);
    renameSync(draft, path);
    sync(dataDir);
    return { ...contents, replaced };
  } finally {
    unlock();
  }
}

/** Copies the database, damaged or not, to a name of its own, and takes away what belongs to it. */
function setAside(path: string, now: Date): string | undefined {
  const present = ['', '-wal', '-shm'].filter((suffix) => existsSync(path + suffix));
  if (present.length === 0) return undefined;
  // A damaged log would be folded up to its first bad frame; it is kept as it is instead.
  if (lostCommits(dirname(path), DATABASE_FILE) === undefined) foldLog(path);
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const aside = path.replace(/\.db$/, `.replaced-${moment}.db`);
  for (const suffix of ['', '-wal']) {
    if (!existsSync(path + suffix)) continue;
    copyFileSync(path + suffix, aside + suffix, constants.COPYFILE_EXCL);
    sync(aside + suffix);
  }
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  rmSync(join(dirname(path), MARK_FILE), { force: true });
  return aside;
}

/** Writes what the write-ahead log holds into the database; a damaged one keeps both files. */
function foldLog(path: string): void {
  if (!existsSync(path)) return;
  try {
    const database = new DatabaseSync(path);
    try {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      database.close();
    }
  } catch (error) {
    // That it cannot be read is a reason to restore; it is kept byte for byte, log and all.
    if (!(error instanceof Error && 'errcode' in error)) throw error;
  }
}
