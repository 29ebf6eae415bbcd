import { Hono } from 'hono';
import { z } from 'zod';

import type { AppParts } from '../../app-parts.ts';
import { readBody, readQuery } from '../../http/body.ts';
import type { HttpApp, HttpEnv } from '../../http/http-env.ts';
import { HttpError } from '../../http/http-error.ts';
import { setPaging } from '../../http/paging.ts';
import { pick } from '../../http/pick.ts';
import { lastEventId } from '../../http/stream-reader.ts';
import { ownRun } from './own-run.ts';
import { runBody } from './run-body.ts';
import { inPlace, joinQuery, replyEvents, replyResult } from './run-reply.ts';
import { runView } from './run-view.ts';
import { startRun } from './start-run.ts';

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(10),
  offset: z.coerce.number().int().min(0).default(0),
  status: z.enum(['pending', 'running', 'success', 'error', 'timeout', 'interrupted']).optional(),
});

const cancelQuery = z.object({
  wait: z.stringbool().default(false),
  action: z.enum(['interrupt', 'rollback']).default('interrupt'),
});

/** Runs of a thread. Making one commits it first; a connection that goes away ends nothing. */
export function runsRoutes(parts: AppParts): HttpApp {
  const { storage, engine, ownThread } = parts;

  const api: HttpApp = new Hono<HttpEnv>();
  api.post('/:thread_id/runs', async (c) => {
    const run = await startRun(parts, c, await readBody(c, runBody));
    return c.json(runView(run));
  });
  api.post('/:thread_id/runs/stream', async (c) => {
    const body = await readBody(c, runBody);
    const cancelOnDisconnect = body.on_disconnect === 'cancel';
    return inPlace(parts, c, async (over) => {
      const run = await startRun(parts, c, body);
      return replyEvents(parts, c, run, { afterId: -1, cancelOnDisconnect, over });
    });
  });
  api.post('/:thread_id/runs/wait', async (c) => {
    const body = await readBody(c, runBody);
    const cancelOnDisconnect = body.on_disconnect === 'cancel';
    return inPlace(parts, c, async (over) => {
      const run = await startRun(parts, c, body);
      return replyResult(parts, c, run, { cancelOnDisconnect, over });
    });
  });
  api.get('/:thread_id/runs', async (c) => {
    const { threadId } = await ownThread(c, 'threads:read');
    const { limit, offset, status } = readQuery(c, listQuery);
    const query = { limit, offset, ...(status !== undefined && { status }) };
    const [total, found] = await Promise.all([
      storage.runs.count(c.var.owner, threadId, query),
      storage.runs.list(c.var.owner, threadId, query),
    ]);
    setPaging(c, { total, offset, shown: found.length });
    const select = c.req.queries('select');
    return c.json(found.map((run) => pick(runView(run), select)));
  });
  api.get('/:thread_id/runs/:run_id', async (c) =>
    c.json(runView(await ownRun(parts, c, 'threads:read'))),
  );
  api.delete('/:thread_id/runs/:run_id', async (c) => {
    const run = await ownRun(parts, c, 'threads:delete');
    if (run.status === 'pending' || run.status === 'running')
      throw new HttpError('conflict', 'The run is not over. Cancel it first, then delete it.');
    await storage.runs.delete(c.var.owner, run.threadId, run.runId, { checkpoints: false });
    return c.body(null, 204);
  });
  api.get('/:thread_id/runs/:run_id/join', async (c) => {
    const { cancel_on_disconnect } = readQuery(c, joinQuery);
    const run = await ownRun(parts, c, cancel_on_disconnect ? 'threads:update' : 'threads:read');
    return inPlace(parts, c, (over) =>
      replyResult(parts, c, run, { cancelOnDisconnect: cancel_on_disconnect, over }),
    );
  });
  api.get('/:thread_id/runs/:run_id/stream', async (c) => {
    const { cancel_on_disconnect } = readQuery(c, joinQuery);
    const run = await ownRun(parts, c, cancel_on_disconnect ? 'threads:update' : 'threads:read');
    const options = {
      afterId: lastEventId(c),
      modes: c.req.queries('stream_mode') ?? [],
      cancelOnDisconnect: cancel_on_disconnect,
    };
    return inPlace(parts, c, (over) => replyEvents(parts, c, run, { ...options, over }));
  });
  api.post('/:thread_id/runs/:run_id/cancel', async (c) => {
    const { wait, action } = readQuery(c, cancelQuery);
    const run = await ownRun(parts, c, 'threads:update');
    if (wait) await engine.cancel(c.var.owner, run.threadId, run.runId, action);
    else await engine.requestCancel(c.var.owner, run.threadId, run.runId, action);
    return c.body(null, wait ? 204 : 202);
  });
  return api;
}
