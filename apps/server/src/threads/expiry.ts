import type { RunEngine } from '../runs/run-engine.ts';
import type { Storage } from '../storage/storage.ts';

/** Most threads that one call erases: each is a transaction that requests have to wait for. */
const MOST_AT_ONCE = 100;

interface ExpiryParts {
  readonly storage: Pick<Storage, 'threads'>;
  readonly engine: Pick<RunEngine, 'deleteThread'>;
}

/**
 * Erases the threads that were left longer than their time to live, up to a hundred of them. Ends
 * early when the signal is aborted. How many it erased.
 */
export async function eraseExpired(
  { storage, engine }: ExpiryParts,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  let erased = 0;
  const expired = await storage.threads.expired(now);
  for (const { owner, threadId } of expired.slice(0, MOST_AT_ONCE)) {
    if (signal?.aborted) break;
    if (await engine.deleteThread(owner, threadId)) erased += 1;
  }
  return erased;
}
