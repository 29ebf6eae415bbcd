import type { AssistantRules } from '#graph/rules';

import { StorageError } from '../storage/storage-error.ts';
import type { RunOutcome } from '../storage/storage.ts';

export type FailureText = NonNullable<RunOutcome['error']>;

/** Nothing was heard of the graph for too long. */
export class RunIdleError extends Error {
  override readonly name = 'RunIdleError';
}

/** The run used up the event loop when its process ended. */
export class RunStalledError extends Error {
  override readonly name = 'RunStalledError';

  constructor() {
    super(
      'This run kept the server from doing anything else until the server was ended, so it is not tried again. What it had done before is kept.',
    );
  }
}

export function idleError(idleMs: number): RunIdleError {
  return new RunIdleError(
    `Nothing was heard of the model or a tool for ${Math.round(idleMs / 1000)} seconds, so the run was ended. What was said until then is kept; try again.`,
  );
}

/**
 * What a person is told about a failed run: its kind, and a sentence that says what happened and
 * what may help. The assistant's rules explain what its graph meets; only what the engine itself knows
 * is worded here. No error is quoted whose message may hold anything.
 */
export function describeFailure(thrown: unknown, explain: AssistantRules['explain']): FailureText {
  const { kind, sentence, retryAfterSeconds } = explain(thrown);
  const own = kind === 'internal' ? engineFailure(thrown) : undefined;
  if (own) return own;
  return {
    error: kind,
    message: sentence,
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
  };
}

/** Failures of storage, of the engine, and of a request that does not suit its graph. */
function engineFailure(thrown: unknown): FailureText | undefined {
  const seen = new Set<Error>();
  for (let at = thrown; at instanceof Error && !seen.has(at); at = at.cause) {
    seen.add(at);
    if (at instanceof StorageError) return { error: 'storage', message: at.message };
    if (at instanceof RunIdleError) return { error: 'run-silent', message: at.message };
    if (at instanceof RunStalledError) return { error: 'run-stalled', message: at.message };
    const known = LIBRARY_ERRORS[at.name];
    if (known) return known;
  }
  return undefined;
}

/** The library's errors that tell of a request, in our words. */
const LIBRARY_ERRORS: Readonly<Record<string, FailureText>> = {
  EmptyInputError: {
    error: 'empty-input',
    message:
      'There is nothing to run: the input has none of the graph’s fields, and nothing is left to go on with.',
  },
  UnknownInterruptError: {
    error: 'unknown-interrupt',
    message:
      'The answer names no interrupt that waits for one. Read the thread’s state and answer one of its interrupts.',
  },
  InvalidUpdateError: {
    error: 'invalid-update',
    message: 'The graph refused an update of its state.',
  },
};
