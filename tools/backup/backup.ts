import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { DATABASE_FILE } from '#server/storage/sqlite/database';

import { BackupError } from './backup-error.ts';
import { sync } from './sync.ts';
import { verifyCopy, type Contents } from './verify-copy.ts';

/** How long the copy waits for the database, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Copies the database of a data directory into a new file, readable by its owner alone: all of one
 * moment, whether or not a server goes on writing meanwhile. What was erased is not in it, since the
 * copy is written anew from what is there. It has its name only once it is whole, checked and on the
 * disk. Throws BackupError, and StorageError when what was copied is damaged.
 */
export function backUp(dataDir: string, file: string): Contents {
  const source = join(dataDir, DATABASE_FILE);
  if (!existsSync(source))
    throw new BackupError(`There is no database in ${dataDir}. Set DATA_DIR to the server's.`);
  refuseToOverwrite(file);
  const draft = `${file}.part`;
  try {
    closeSync(openSync(draft, 'wx', 0o600));
  } catch (cause) {
    throw new BackupError(unwritable(draft, cause as NodeJS.ErrnoException), { cause });
  }
  try {
    copy(source, draft);
    const contents = verifyCopy(draft);
    sync(draft);
    refuseToOverwrite(file);
    renameSync(draft, file);
    sync(dirname(file));
    return contents;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function copy(source: string, draft: string): void {
  const database = new DatabaseSync(source, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    database.prepare('VACUUM INTO ?').run(draft);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BackupError(`The database could not be copied (${reason}). Nothing was kept.`, {
      cause,
    });
  } finally {
    database.close();
  }
}

function refuseToOverwrite(file: string): void {
  if (existsSync(file))
    throw new BackupError(`${file} exists and is left as it is. Name a new file.`);
}

function unwritable(draft: string, { code }: NodeJS.ErrnoException): string {
  if (code === 'EEXIST')
    return `${draft} exists: another backup is being made, or one was cut. Remove it if none is.`;
  return `${draft} cannot be written (${code ?? 'unknown error'}). Name a file in a directory that is there and writable.`;
}
