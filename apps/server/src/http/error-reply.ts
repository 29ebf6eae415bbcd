import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { ShuttingDownError } from '../events/follow.ts';
import { StorageError, type StorageErrorKind } from '../storage/storage-error.ts';
import { describeError } from './describe-error.ts';
import type { HttpEnv } from './http-env.ts';
import { HttpError } from './http-error.ts';

/**
 * How each refusal of storage is told. `fenced`, `locked` and `newer-schema` are the server's
 * trouble, not the client's: their wording stays in the log. That something is damaged is told to
 * whoever asks for it, as only they know whether it may be deleted.
 */
const STORAGE_STATUS: Readonly<Record<StorageErrorKind, ContentfulStatusCode>> = {
  'not-found': 404,
  conflict: 409,
  busy: 422,
  fenced: 409,
  unserializable: 422,
  invalid: 422,
  'too-many': 429,
  locked: 503,
  unavailable: 503,
  damaged: 500,
  'newer-schema': 500,
};

const TOLD: readonly StorageErrorKind[] = ['unavailable', 'damaged'];

/** Turns whatever a route threw into `{ error, message }`; never a stack, never a raw message. */
export function replyError(error: Error, c: Context<HttpEnv>): Response {
  if (error instanceof HttpError) {
    if (error.status >= 500) c.var.logger.error({ err: describeError(error) }, error.kind);
    return c.json({ error: error.kind, message: error.message }, error.status);
  }
  if (error instanceof ShuttingDownError)
    return c.json({ error: 'unavailable', message: error.message }, 503);
  if (error instanceof StorageError) {
    const status = STORAGE_STATUS[error.kind];
    if (error.kind === 'damaged') c.var.logger.error({ err: describeError(error) }, 'damaged');
    if (status < 500 || TOLD.includes(error.kind))
      return c.json({ error: error.kind, message: error.message }, status);
  }
  c.var.logger.error({ err: describeError(error) }, 'unexpected error');
  return c.json(
    {
      error: 'internal',
      message: `Something went wrong on the server. Its log has the details under request id ${c.var.requestId}.`,
    },
    500,
  );
}

/** Says which route does not exist. */
export function replyUnknownRoute(c: Context<HttpEnv>): Response {
  const message = `There is no route ${c.req.method} ${c.req.path}.`;
  return c.json({ error: 'unknown-route', message }, 404);
}
