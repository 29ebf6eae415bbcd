import { Piscina } from 'piscina';

import {
  DOCUMENT_LIMITS,
  type Extracted,
  refused,
  type Refused,
  type SentFile,
} from './extract/extracted.ts';
import type { DocumentSearch, FoundStretch } from './passages/search-documents.ts';
import { StorageError } from '../storage/storage-error.ts';

/** Calls that wait for a thread. What comes on top is refused, as its turn would come too late. */
const MOST_WAITING = 32;
/** Memory of a thread's objects, in MB. */
const MEMORY_MB = 512;

let threads: Piscina | undefined;

/** Threads are started when they are first wanted, and end when they have been idle. */
function pool(): Piscina {
  threads ??= new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 2,
    maxQueue: MOST_WAITING,
    idleTimeout: 10_000,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  return threads;
}

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

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function asBusy(error: unknown): unknown {
  return error instanceof Error && /queue is at limit/i.test(error.message) ? busy(error) : error;
}

function busy(cause: unknown): StorageError {
  const sentence = 'Too many documents are being read at the moment. Try again.';
  return new StorageError('unavailable', sentence, { cause });
}
