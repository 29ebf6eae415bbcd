import { Piscina } from 'piscina';

import { TooMuchWorkError } from '../../../apart/apart.ts';
import type { Work } from './run.ts';

/** Longest that one piece of work may take, waiting included, in milliseconds. */
const BUDGET_MS = 120_000;

/** Pieces that wait for the thread. What comes on top is refused. */
const MOST_WAITING = 16;

/** Largest heap of the thread, in MB: the compiler with its libraries takes about 200. */
const MOST_MEMORY_MB = 768;

let threads: Piscina | undefined;

/** One thread, apart from those that memory waits for: the compiler takes seconds. */
function pool(): Piscina {
  threads ??= new Piscina({
    filename: new URL('./run.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MOST_WAITING,
    idleTimeout: 60_000,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  return threads;
}

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
    if (budget.aborted || isExhausted(error))
      throw new TooMuchWorkError('This conversion took longer, or more memory, than it may.', {
        cause: error,
      });
    throw error;
  }
}

function isExhausted(error: unknown): boolean {
  return error instanceof Error && /queue is at limit|memory limit/i.test(error.message);
}
