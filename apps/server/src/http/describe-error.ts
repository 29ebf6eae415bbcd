import { redact } from '#graph/models/redact';

import { framesOf, isCode } from '../error-parts.ts';

/** The part of an unexpected error that may stand in the log. */
export interface ErrorDescription {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  readonly frames: readonly string[];
  readonly cause?: ErrorDescription;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * Describes an error without what people wrote: parsers and model providers quote their input in
 * messages, so a message is kept only where the runtime alone words it, and scopes are cut out.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const code = 'code' in error && isCode(error.code) ? error.code : undefined;
  const worded =
    code !== undefined || error instanceof TypeError || error instanceof ReferenceError;
  return {
    name: error.name,
    ...(code !== undefined && { code }),
    ...(worded && { message: wordsOf(error) }),
    frames: framesOf(error),
    ...(error.cause !== undefined && depth < 5 && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** A message that the runtime words, without scopes and what looks like a key. */
function wordsOf({ message }: Error): string {
  return redact(message.slice(0, 300).replace(UUID, '<uuid>'), { keys: [], sent: [] });
}
