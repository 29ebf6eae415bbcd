import type { RunRow, Storage } from '../storage/storage.ts';
import { isOpen } from './is-open.ts';
import type { RunEngine } from './run-engine.ts';
import { loggableError, type RunLogger } from './run-logger.ts';

export interface ErasureParts {
  readonly engine: Pick<RunEngine, 'ended' | 'deleteThread'>;
  readonly storage: Storage;
  readonly logger: RunLogger;
  /** How long what a run came to can be rejoined before its thread goes; resolves early on `leaving`. */
  readonly keep: () => Promise<void>;
  /** Aborted when the server goes down: the next start erases what is left then. */
  readonly leaving: AbortSignal;
}

/**
 * Erases the threads of stateless runs whose process died before it could: at once where the run
 * has ended, and of those still open once they have and nobody can rejoin them any more.
 */
export async function eraseTemporaryThreads(parts: ErasureParts): Promise<void> {
  for (const run of await parts.storage.runs.temporary())
    if (isOpen(run)) void eraseOnceOver(parts, run);
    else await parts.engine.deleteThread(run.owner, run.threadId);
}

/** Never throws: nobody waits for it. */
async function eraseOnceOver(parts: ErasureParts, run: RunRow): Promise<void> {
  const { engine, keep, leaving, logger } = parts;
  const { owner, threadId, runId } = run;
  try {
    await engine.ended(runId, leaving);
    await keep();
    if (!leaving.aborted) await engine.deleteThread(owner, threadId);
  } catch (error) {
    if (leaving.aborted) return;
    logger.error({ runId, threadId, error: loggableError(error) }, 'temporary thread not erased');
  }
}
