import { TooMuchWorkError } from '#graph/memory/apart/apart';
import { isOutOfMemory, isQueueFull, threadPool } from '#graph/apart/thread-pool';
import type { Work } from './run.ts';

/** Longest that one piece of work may take, waiting included, in milliseconds. */
const BUDGET_MS = 120_000;

/** One thread, apart from those that memory waits for: the compiler takes seconds. */
const pool = threadPool({
  file: new URL('./run.ts', import.meta.url),
  threads: 1,
  waiting: 16,
  idleMs: 60_000,
  // The compiler with its libraries takes about 200.
  memoryMb: 768,
});

/**
 * Does a piece of work in the thread of conversions. An aborted one is ended with its thread. Throws
 * what the signal was aborted with, or TooMuchWorkError.
 */
export async function inThread<Name extends keyof Work>(
  signal: AbortSignal,
  name: Name,
  ...args: Parameters<Work[Name]>
): Promise<ReturnType<Work[Name]>> {
  signal.throwIfAborted();
  const budget = AbortSignal.timeout(BUDGET_MS);
  try {
    const result: unknown = await pool().run(
      { name, args },
      { signal: AbortSignal.any([signal, budget]) },
    );
    return result as ReturnType<Work[Name]>;
  } catch (error) {
    signal.throwIfAborted();
    if (budget.aborted || isQueueFull(error) || isOutOfMemory(error))
      throw new TooMuchWorkError('This conversion took longer, or more memory, than it may.', {
        cause: error,
      });
    throw error;
  }
}
