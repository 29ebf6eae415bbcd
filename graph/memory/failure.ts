import { OBSERVATION_UNAVAILABLE } from '#contract/names';
import type { TextProblem } from '#contract/text';

/** The memory could not be read, or what was read may not be admitted. The run ends. */
export class MemoryUnavailableError extends Error {
  override readonly name = 'MemoryUnavailableError';
  constructor(cause: unknown) {
    super(OBSERVATION_UNAVAILABLE, { cause });
  }
}

/** The memory was read, and no agent may be run on it: other means have left it so. */
export class MemoryUnusableError extends Error {
  override readonly name = 'MemoryUnusableError';
  constructor(problem: TextProblem) {
    super(`The memory file is ${problem}.`);
  }
}

/** Why a run may not touch this thread or memory. */
export type OwnerProblem = 'no-scope' | 'unbound' | 'foreign';

const OWNER_SENTENCES: Record<OwnerProblem, string> = {
  'no-scope': 'This graph needs the run context { memory_scope } with a canonical scope.',
  unbound: 'This conversation has no owner yet; start it with a message.',
  foreign: 'This conversation belongs to another memory scope.',
};

/** The run's scope is missing, malformed or not the one this thread is bound to. */
export class MemoryOwnerError extends Error {
  override readonly name = 'MemoryOwnerError';
  readonly problem: OwnerProblem;
  constructor(problem: OwnerProblem) {
    super(OWNER_SENTENCES[problem]);
    this.problem = problem;
  }
}
