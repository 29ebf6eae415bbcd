import type { OutFile, SourceFile, Validation } from '#contract/convert';

import { inThread } from '../thread/in-thread.ts';

export interface ValidateOptions {
  /** Every instruction that the conversion had to follow, oldest first. */
  readonly conventions: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Holds a conversion against its gates, in a thread of its own. Throws what the signal was aborted
 * with, and TooMuchWorkError where the gates do not come to an end.
 */
export async function validate(
  sources: readonly SourceFile[],
  out: readonly OutFile[],
  { conventions, signal }: ValidateOptions,
): Promise<Validation> {
  return inThread(signal, 'check', sources, out, conventions);
}
