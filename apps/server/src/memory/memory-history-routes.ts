import { Hono } from 'hono';
import { z } from 'zod';

import { KEPT_REVISIONS, listRevisions, readRevision } from '#graph/memory/revisions';

import type { AppParts } from '../app-parts.ts';
import { readQuery } from '../http/body.ts';
import type { HttpApp, HttpEnv } from '../http/http-env.ts';
import { eventStream } from '../http/event-stream.ts';
import { HeldPlaces } from '../concurrency/held-places.ts';
import { HttpError } from '../http/http-error.ts';
import { asksForHeadersOnly, MEMORY_FOLLOWERS, takePlace } from '../concurrency/stream-places.ts';
import { cutOf, lastEventId } from '../http/stream-reader.ts';
import { authorizeMemory } from './authorize-memory.ts';
import { followRevisions } from './follow-revisions.ts';
import { notKept, summaryOf, viewOf } from './revision-view.ts';

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(KEPT_REVISIONS).default(20),
  before: z.coerce.number().int().min(1).optional(),
});

/** What the memory was: its revisions, any of their texts, and news of each one as it is written. */
export function memoryHistoryRoutes(parts: AppParts): HttpApp {
  const { storage, authorizer, heartbeatMs } = parts;
  const followers = new HeldPlaces(MEMORY_FOLLOWERS);

  const api: HttpApp = new Hono<HttpEnv>();
  api.get('/revisions', async (c) => {
    const { limit, before } = readQuery(c, listQuery);
    await authorizeMemory(authorizer, c, 'get');
    const rows = await listRevisions(storage.store, c.var.owner, {
      limit,
      ...(before !== undefined && { before }),
    });
    return c.json({ revisions: rows.map(summaryOf) });
  });
  api.get('/revisions/:number', async (c) => {
    const number = revisionNumber(c.req.param('number'));
    await authorizeMemory(authorizer, c, 'get');
    const revision = await readRevision(storage.store, c.var.owner, number);
    if (revision === undefined) throw notKept(number);
    return c.json(viewOf(revision));
  });
  api.get('/events', async (c) => {
    await authorizeMemory(authorizer, c, 'get');
    const named = c.req.header('last-event-id') !== undefined;
    const after = named ? lastEventId(c) : undefined;
    c.header('Content-Type', 'text/event-stream; charset=utf-8');
    c.header('X-Accel-Buffering', 'no');
    if (asksForHeadersOnly(c)) return c.body(null);
    const { owner, logger } = c.var;
    const closed = takePlace(c, followers);
    const body = eventStream((signal) => followRevisions(parts, owner, after, signal), {
      heartbeatMs,
      logger,
      cut: cutOf(c),
      disconnected: c.req.raw.signal,
      closed,
    });
    return c.body(body);
  });
  return api;
}

/** A number in the path. Throws HttpError `malformed-id`. */
function revisionNumber(text: string): number {
  if (!/^[1-9]\d{0,11}$/.test(text))
    throw new HttpError('malformed-id', 'A revision is named by its number, 1 or more.');
  return Number(text);
}
