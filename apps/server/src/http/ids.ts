import type { Context } from 'hono';

import type { HttpEnv } from './http-env.ts';
import { HttpError } from './http-error.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a value is a lowercase UUID of any version, as this server's ids are. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** An id in the path. Throws HttpError `malformed-id`, so that a typing error is told from a missing row. */
export function pathId(
  c: Context<HttpEnv>,
  name: 'thread_id' | 'run_id' | 'checkpoint_id',
): string {
  const value = c.req.param(name);
  if (!isUuid(value))
    throw new HttpError('malformed-id', `The ${name} in the path must be a lowercase UUID.`);
  return value;
}
