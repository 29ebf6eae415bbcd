import { OBSERVATION_UNAVAILABLE } from '#contract/names';
import {
  MemoryOwnerError,
  MemoryUnavailableError,
  MemoryUnusableError,
} from '#graph/memory/failure';

import type { Failure } from '../../models/failure.ts';
import { causesOf } from '../../models/model-error.ts';

/** Why memory ended a run; undefined for any other error. */
export function explainMemoryError(error: unknown): Failure | undefined {
  const chain = causesOf(error);
  // The context's schema refuses before the graph begins, so its error comes unwrapped.
  const owner =
    chain[0]?.name === '$ZodError'
      ? new MemoryOwnerError('no-scope')
      : chain.find((each) => each instanceof MemoryOwnerError);
  if (owner) return { kind: 'wrong-owner', sentence: owner.message, retryable: false };
  if (chain.some((each) => each instanceof MemoryUnusableError))
    return {
      kind: 'memory-unusable',
      sentence: `${OBSERVATION_UNAVAILABLE}: the memory file is too large or holds broken characters. Mend it, then send again.`,
      retryable: false,
    };
  if (chain.some((each) => each instanceof MemoryUnavailableError))
    return {
      kind: 'memory-unavailable',
      sentence: `${OBSERVATION_UNAVAILABLE}: the memory could not be read, so the run ended there. What it had written stays. Try again.`,
      retryable: true,
    };
  return undefined;
}
