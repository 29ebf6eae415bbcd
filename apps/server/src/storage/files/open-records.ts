import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { createProcessLock } from '#graph/memory/lock';
import { isRecordId, type RecordStore } from '#graph/work/records';

import { lockDirectory } from '../sqlite/lock.ts';
import { StorageError } from '../storage-error.ts';
import { FileRecords, pathOfRecord } from './file-records.ts';
import { draftOf, FILE_STEPS, type FileSteps, readRecordFile } from './record-file.ts';

const LOCK_FILE = 'throughline-records.lock';
const DRAFT = /^(.*)\.json\.tmp$/;

export interface OpenRecords {
  readonly records: RecordStore;
  /** Gives the directory back. */
  close(): void;
}

/**
 * Opens a directory of work records as its only process, and finishes or drops what an earlier process
 * was saving when it ended. Throws StorageError `locked` or `unavailable`.
 */
export async function openRecords(
  path: string,
  steps: FileSteps = FILE_STEPS,
): Promise<OpenRecords> {
  const unlock = await lock(path);
  try {
    for (const name of await readdir(path)) {
      const id = DRAFT.exec(name)?.[1];
      if (isRecordId(id)) await recover(pathOfRecord(path, id));
    }
    const records = new FileRecords({ path, lock: createProcessLock(), steps });
    return { records, close: unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * A draft that is whole and the next version of its record was saved but for the move, so it is moved.
 * Any other one was never whole, and the record stands as it was before.
 */
async function recover(path: string): Promise<void> {
  const draft = draftOf(path);
  const [current, next] = [await readRecordFile(path), await readRecordFile(draft)];
  const before = current === undefined || current === 'broken' ? undefined : current;
  const isNext =
    next !== undefined &&
    next !== 'broken' &&
    (current === 'broken' || next.version === (before?.version ?? 0) + 1) &&
    (before === undefined || (before.owner === next.owner && before.kind === next.kind));
  if (isNext) await FILE_STEPS.rename(draft, path);
  else await rm(draft, { force: true });
}

async function lock(path: string): Promise<() => void> {
  const file = join(path, LOCK_FILE);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await (await open(file, 'a', 0o600)).close();
  } catch (cause) {
    throw new StorageError(
      'unavailable',
      `The directory of records ${path} cannot be made or written to. Name one that this user may write (--records).`,
      { cause },
    );
  }
  try {
    return lockDirectory(path, file);
  } catch (cause) {
    throw new StorageError(
      'locked',
      `Another process is using the records in ${path}. Stop it, or name a directory of its own (--records).`,
      { cause },
    );
  }
}
