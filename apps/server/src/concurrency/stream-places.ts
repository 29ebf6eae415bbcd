import type { Context } from 'hono';

import type { HttpEnv } from '../http/http-env.ts';
import type { HeldPlaces, PlaceLimits } from './held-places.ts';
import { HttpError } from '../http/http-error.ts';

/** Replies about runs that are told as they come, or waited for: each holds a connection. */
export const RUN_STREAMS: PlaceLimits = { perOwner: 1024, inAll: 4096 };

/** Pages that are told of every write to a memory: each holds a connection and a listener. */
export const MEMORY_FOLLOWERS: PlaceLimits = { perOwner: 32, inAll: 2048 };

/** After how long a request that was refused may find a free place, in seconds. */
const RETRY_AFTER_SECONDS = 15;

/**
 * Takes one of the owner's places for a reply that stays open. What is replied gives it back once the
 * reply is over, however it ends. Throws HttpError `too-many`.
 */
export function takePlace(c: Context<HttpEnv>, places: HeldPlaces): () => void {
  const giveBack = places.take(c.var.owner);
  if (giveBack !== undefined) return giveBack;
  c.header('Retry-After', String(RETRY_AFTER_SECONDS));
  throw new HttpError(
    'too-many',
    'As many streams are open already as this server holds at once. Close one, or try again later.',
  );
}

/** Whether only the headers are asked for: nothing is opened, waited for or cancelled then. */
export function asksForHeadersOnly(c: Context<HttpEnv>): boolean {
  return c.req.method === 'HEAD';
}
