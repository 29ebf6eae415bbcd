import { isQueueFull, threadPool } from '#graph/apart/thread-pool';

import { TASKS, type Tasks } from './tasks.ts';

/** Longest that a task may take before it is given up, in milliseconds. */
const BUDGET_MS = 5000;

/**
 * Text up to which a task is done at once, in UTF-16 units: below it, the worst of them takes a few
 * milliseconds, less than handing it to a thread.
 */
const INLINE_LENGTH = 4000;

/** The work was not done in its time, or too much waits already. */
export class TooMuchWorkError extends Error {
  override readonly name = 'TooMuchWorkError';
}

const pool = threadPool({
  file: new URL('./thread.ts', import.meta.url),
  threads: 2,
  waiting: 64,
  idleMs: 10_000,
});

/**
 * Does a task apart from the event loop, unless its texts are short. A task beyond its budget is
 * ended with its thread. Throws TooMuchWorkError.
 */
export async function apart<Name extends keyof Tasks>(
  name: Name,
  ...args: Parameters<Tasks[Name]>
): Promise<ReturnType<Tasks[Name]>> {
  type Result = ReturnType<Tasks[Name]>;
  // A short pattern can match for ever: its length says nothing.
  if (name !== 'matchNames' && JSON.stringify(args).length <= INLINE_LENGTH) {
    const task: unknown = TASKS[name];
    return (task as (...given: Parameters<Tasks[Name]>) => Result)(...args);
  }
  const signal = AbortSignal.timeout(BUDGET_MS);
  try {
    return (await pool().run({ name, args }, { signal })) as Result;
  } catch (error) {
    if (signal.aborted || isQueueFull(error))
      throw new TooMuchWorkError('This took longer than it may.', { cause: error });
    throw error;
  }
}
