import { isOutOfMemory, isQueueFull, threadPool } from '#graph/apart/thread-pool';

import {
  DOCUMENT_LIMITS,
  type Extracted,
  refused,
  type Refused,
  type SentFile,
} from './extract/extracted.ts';
import type { DocumentSearch, FoundStretch } from './passages/search-documents.ts';
import { StorageError } from '../storage/storage-error.ts';

const pool = threadPool({
  file: new URL('./thread.ts', import.meta.url),
  threads: 2,
  waiting: 32,
  idleMs: 10_000,
  memoryMb: 512,
});

/** The text of a file, read in a thread: a file that takes too much of it is refused. */
export async function extract(
  file: SentFile,
  limitMs: number = DOCUMENT_LIMITS.milliseconds,
): Promise<Extracted | Refused> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    return (await pool().run(file, { name: 'extractFile', signal })) as Extracted | Refused;
  } catch (error) {
    if (signal.aborted || isOutOfMemory(error))
      return refused('too-large', 'Reading the file took more than it may. Send it in parts.');
    throw asBusy(error);
  }
}

/** Passages of documents, found in a thread. Throws `unavailable` when that takes too long. */
export async function search(task: DocumentSearch): Promise<FoundStretch[]> {
  const signal = AbortSignal.timeout(DOCUMENT_LIMITS.milliseconds);
  try {
    return (await pool().run(task, { name: 'searchDocuments', signal })) as FoundStretch[];
  } catch (error) {
    if (signal.aborted || isOutOfMemory(error)) throw busy(error);
    throw asBusy(error);
  }
}

function asBusy(error: unknown): unknown {
  return isQueueFull(error) ? busy(error) : error;
}

function busy(cause: unknown): StorageError {
  const sentence = 'Too many documents are being read at the moment. Try again.';
  return new StorageError('unavailable', sentence, { cause });
}
