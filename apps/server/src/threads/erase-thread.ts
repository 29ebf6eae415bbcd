import type { RunEngine } from '../runs/run-engine.ts';
import type { Storage, ThreadRow } from '../storage/storage.ts';

/** More open runs on one thread than a queue ever holds. */
const OPEN_RUNS = 1000;

/**
 * Erases a thread with everything under it. Its open runs are stopped first, so that no model
 * goes on answering a conversation that is gone.
 */
export async function eraseThread(
  { storage, engine }: { storage: Storage; engine: RunEngine },
  { owner, threadId }: ThreadRow,
): Promise<void> {
  // Waiting runs first: ending the running one would start them.
  for (const status of ['pending', 'running'] as const) {
    const page = { status, limit: OPEN_RUNS, offset: 0 };
    for (const run of await storage.runs.list(owner, threadId, page))
      await engine.cancel(owner, threadId, run.runId, 'interrupt');
  }
  await storage.threads.delete(owner, threadId);
}
