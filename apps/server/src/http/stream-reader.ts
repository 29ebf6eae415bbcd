import type { Context } from 'hono';

import type { HttpEnv } from './http-env.ts';
import { HttpError } from './http-error.ts';

/** The reader's last event id, for a rejoin without gap or repeat. Throws HttpError. */
export function lastEventId(c: Context<HttpEnv>): number {
  const header = c.req.header('last-event-id') ?? '';
  if (header === '') return -1;
  if (!/^(-1|\d{1,15})$/.test(header))
    throw new HttpError('malformed-request', 'Last-Event-ID must be -1 or an id of this stream.');
  return Number(header);
}

/** Whether the client reconnects by itself: it is told where to, and when nothing more will come. */
export function reconnects(c: Context<HttpEnv>): boolean {
  return c.req.header('x-reconnect') === 'auto';
}

/** Ends a connection so that its reader knows it was cut, not finished. */
export function cutOf(c: Context<HttpEnv>): (() => void) | undefined {
  const { outgoing } = (c.env as HttpEnv['Bindings'] | undefined) ?? {};
  return outgoing && (() => outgoing.destroy());
}
