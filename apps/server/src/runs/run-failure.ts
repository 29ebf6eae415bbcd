import { OBSERVATION_UNAVAILABLE } from '#contract/names';

import { StorageError } from '../storage/storage-error.ts';
import type { RunOutcome } from '../storage/storage.ts';

export type FailureText = NonNullable<RunOutcome['error']>;

/** What whoever made the graph knows of its errors: their words win; undefined leaves it to ours. */
export type ExplainFailure = (thrown: unknown) => FailureText | undefined;

/** How deep a chain of causes is followed. */
const DEEPEST_CAUSE = 10;

/** Nothing was heard of the graph for too long. */
export class RunIdleError extends Error {
  override readonly name = 'RunIdleError';
}

/**
 * What a person is told about a failed run: a sentence that says what happened and what may help.
 * An error of unknown kind is named and never quoted: its message may hold anything.
 */
export function describeFailure(thrown: unknown, explain?: ExplainFailure): FailureText {
  const chain = causes(thrown);
  const explained = chain.some(isOurs) ? undefined : explain?.(thrown);
  if (explained) return explained;
  for (const error of chain) {
    const known = describeKnown(error);
    if (known) return known;
  }
  const name = chain.at(-1)?.name ?? 'Error';
  return {
    error: name,
    message: `The run failed with an unexpected error (${name}). The server's log has the details.`,
  };
}

/** The error and what caused it, outermost first. */
function causes(thrown: unknown): Error[] {
  const chain: Error[] = [];
  let at = thrown;
  while (at instanceof Error && chain.length < DEEPEST_CAUSE) {
    chain.push(at);
    at = at.cause ?? (at instanceof AggregateError ? at.errors[0] : undefined);
  }
  return chain;
}

/** Whether it is an error of the server's own, whose message is meant for people. */
function isOurs(error: Error): boolean {
  return error instanceof StorageError || error instanceof RunIdleError;
}

function describeKnown(error: Error): FailureText | undefined {
  if (isOurs(error)) return { error: error.name, message: error.message };
  if (error.message.includes(OBSERVATION_UNAVAILABLE))
    return { error: 'MemoryObservationError', message: OBSERVATION_UNAVAILABLE };
  const message = BY_NAME[error.name] ?? describeStatus(error);
  return message === undefined ? undefined : { error: error.name, message };
}

/** The library's errors that tell of a request or a graph, in our words. */
const BY_NAME: Readonly<Record<string, string>> = {
  GraphRecursionError:
    'The run took more steps than its limit allows and was ended. Ask for less at a time, or raise recursion_limit.',
  EmptyInputError:
    'There is nothing to run: the input has none of the graph’s fields, and nothing is left to go on with.',
  UnknownInterruptError:
    'The answer names no interrupt that waits for one. Read the thread’s state and answer one of its interrupts.',
  InvalidUpdateError: 'The graph refused an update of its state.',
  ContextOverflowError:
    'The conversation has become longer than the model can take. Start a new one, or use a model with a longer context.',
  APIConnectionError:
    'The model could not be reached, or the connection broke off. Check OPENAI_BASE_URL and the network, then try again.',
  APIConnectionTimeoutError: 'The model did not answer in time. Try again.',
};

function describeStatus(error: Error): string | undefined {
  const status = 'status' in error ? error.status : undefined;
  if (typeof status !== 'number') return undefined;
  if (status === 401 || status === 403)
    return 'The model refused the key. Check OPENAI_API_KEY in the server’s environment.';
  if (status === 404)
    return 'The model was not found. Check OPENAI_MODEL and OPENAI_BASE_URL in the server’s environment.';
  if (status === 429)
    return 'The model refused more requests for now, or the quota is used up. Wait a little, or check the account.';
  if (status >= 500) return 'The model’s server failed. Try again in a moment.';
  if (status >= 400) return `The model refused the request (status ${status}).`;
  return undefined;
}
