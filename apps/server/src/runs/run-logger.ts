import { isGuarded } from '#graph/models/guarded-reply';
import { redact } from '#graph/models/redact';

import { framesOf, isCode } from '../error-parts.ts';

/** Where the engine reports what a person at the server must know; pino fits. */
export interface RunLogger {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * An error as it may be logged: what it is and where it came from. A graph's error may quote the
 * conversation, so that a message is told only where a provider's words were redacted before.
 */
export function loggableError(thrown: unknown): object {
  if (!(thrown instanceof Error)) return { name: typeof thrown };
  const frames = framesOf(thrown);
  return {
    name: thrown.name,
    ...(isGuarded(thrown) && { message: redact(thrown.message, { keys: [], sent: [] }) }),
    ...('status' in thrown && typeof thrown.status === 'number' && { status: thrown.status }),
    ...('code' in thrown && isCode(thrown.code) && { code: thrown.code }),
    frames,
    ...(thrown.cause !== undefined && { cause: loggableError(thrown.cause) }),
  };
}
