import { Hono } from 'hono';
import { z } from 'zod';

import type { AppParts } from '../../app-parts.ts';
import { readBody, readQuery, uuid } from '../../http/body.ts';
import type { HttpApp, HttpEnv } from '../../http/http-env.ts';
import { lastEventId } from '../../http/stream-reader.ts';
import { threadNotFound } from '../../threads/owned-thread.ts';
import { eraseWhenOver } from './erase-when-over.ts';
import { ownRun } from './own-run.ts';
import { runBody } from './run-body.ts';
import { inPlace, joinQuery, replyEvents, replyResult } from './run-reply.ts';
import { runView } from './run-view.ts';
import { startRunsWithoutThread, startRunWithoutThread } from './start-run.ts';

/** How many runs one batch may make. */
const MAX_BATCH = 20;

/** Runs to cancel: some of one thread, or all of the owner's by how far they are. */
const cancelBody = z.union(
  [
    z.object({ thread_id: uuid, run_ids: z.array(uuid).min(1).max(100) }),
    z.object({
      thread_id: z.undefined().optional(),
      run_ids: z.undefined().optional(),
      status: z.enum(['pending', 'running', 'all']),
    }),
  ],
  'must name either thread_id and run_ids, or a status (pending, running or all)',
);
const cancelQuery = z.object({ action: z.enum(['interrupt', 'rollback']).default('interrupt') });

/**
 * Runs without a thread of their own: a temporary one is made, and erased when the run is over and
 * its reply read, unless `on_completion` says to keep it.
 */
export function statelessRunsRoutes(parts: AppParts): HttpApp {
  const { engine, storage, authorizer } = parts;

  const api: HttpApp = new Hono<HttpEnv>();
  api.post('/', async (c) => {
    const body = await readBody(c, runBody);
    const run = await startRunWithoutThread(parts, c, body);
    eraseWhenOver(parts, c, run);
    return c.json(runView(run));
  });
  api.post('/stream', async (c) => {
    const body = await readBody(c, runBody);
    const cancelOnDisconnect = body.on_disconnect === 'cancel';
    return inPlace(parts, c, async (giveBack) => {
      const run = await startRunWithoutThread(parts, c, body);
      const over = () => {
        giveBack();
        eraseWhenOver(parts, c, run);
      };
      return replyEvents(parts, c, run, { afterId: -1, cancelOnDisconnect, over });
    });
  });
  api.post('/wait', async (c) => {
    const body = await readBody(c, runBody);
    const cancelOnDisconnect = body.on_disconnect === 'cancel';
    return inPlace(parts, c, async (giveBack) => {
      const run = await startRunWithoutThread(parts, c, body);
      const over = () => {
        giveBack();
        eraseWhenOver(parts, c, run);
      };
      return replyResult(parts, c, run, { cancelOnDisconnect, over });
    });
  });
  api.post('/batch', async (c) => {
    const bodies = await readBody(c, z.array(runBody).min(1).max(MAX_BATCH));
    const runs = await startRunsWithoutThread(parts, c, bodies);
    for (const run of runs) eraseWhenOver(parts, c, run);
    return c.json(runs.map(runView));
  });
  api.post('/cancel', async (c) => {
    const { action } = readQuery(c, cancelQuery);
    const body = await readBody(c, cancelBody);
    if ('status' in body) {
      await authorizer.authorize(c.var.owner, 'threads:update', {});
      await engine.cancelOpen(c.var.owner, body.status, action);
      return c.body(null, 204);
    }
    await authorizer.authorize(c.var.owner, 'threads:update', { thread_id: body.thread_id });
    if ((await storage.threads.get(c.var.owner, body.thread_id)) === undefined)
      throw threadNotFound();
    for (const runId of body.run_ids)
      await engine.cancel(c.var.owner, body.thread_id, runId, action);
    return c.body(null, 204);
  });
  api.get('/:run_id/stream', async (c) => {
    const { cancel_on_disconnect } = readQuery(c, joinQuery);
    const run = await ownRun(parts, c, cancel_on_disconnect ? 'threads:update' : 'threads:read');
    const options = {
      afterId: lastEventId(c),
      modes: c.req.queries('stream_mode') ?? [],
      cancelOnDisconnect: cancel_on_disconnect,
    };
    return inPlace(parts, c, (over) => replyEvents(parts, c, run, { ...options, over }));
  });
  return api;
}
