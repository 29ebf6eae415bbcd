import { Hono, type Context } from 'hono';
import { z } from 'zod';

import { createProcessLock } from '#graph/memory/lock';
import { newRecordId } from '#graph/work/records';
import type { WorkRoutine } from '#graph/work/work-routine';

import type { AppParts } from '../app-parts.ts';
import { authorizeWork } from '../auth/authorize-work.ts';
import { readBody } from '../http/body.ts';
import type { HttpApp, HttpEnv } from '../http/http-env.ts';
import { HttpError } from '../http/http-error.ts';
import { eraseWhenOver } from '../runs/http/erase-when-over.ts';
import { startRunWithoutThread } from '../runs/http/start-run.ts';
import { openWork, RECORD_KEY, stopWork } from './open-work.ts';
import { workView } from './work-view.ts';

const beginBody = z.object({
  question: z.string().trim().min(1).max(2000),
  id: z.string().max(64).optional(),
});

export interface ServedWork {
  /** The graph that does it. */
  readonly graphId: string;
  readonly routine: WorkRoutine;
}

/**
 * An owner's records of one kind: begun, gone on with, shown and erased. A run that goes on with one
 * has a thread for itself alone, which is erased with it: what lasts is the record.
 */
export function workRoutes(parts: AppParts, { graphId, routine }: ServedWork): HttpApp {
  const { storage, authorizer } = parts;
  const { kind } = routine;
  // Of two tabs that go on with one record, one begins a run before the other looks for it.
  const resuming = createProcessLock();

  const recordsOf = (c: Context<HttpEnv>) => storage.records.of(kind, c.var.owner);
  const authorize = (c: Context<HttpEnv>, action: 'get' | 'put' | 'delete' | 'search') =>
    authorizeWork(authorizer, c, action, { place: kind.name, key: c.req.param('record_id') });
  const load = async (c: Context<HttpEnv, '/:record_id'>) => {
    const stored = await recordsOf(c).load(c.req.param('record_id'));
    if (stored === null) throw notFound();
    return stored;
  };
  const isRunning = async (c: Context<HttpEnv>, id: string) =>
    (await openWork(parts, c.var.owner, { graphId, id })).length > 0;

  const api: HttpApp = new Hono<HttpEnv>();
  api.get('/', async (c) => {
    await authorize(c, 'search');
    const open = await openWork(parts, c.var.owner);
    const running = new Set(open.map(({ metadata }) => metadata[RECORD_KEY]));
    const all = await recordsOf(c).list();
    return c.json(all.map((stored) => workView(routine, stored, running.has(stored.id))));
  });
  api.post('/', async (c) => {
    const { question, id = newRecordId() } = await readBody(c, beginBody);
    await authorize(c, 'put');
    await recordsOf(c).save(id, routine.begin(question.toWellFormed()), 0);
    const stored = await recordsOf(c).load(id);
    if (stored === null) throw notFound();
    return c.json(workView(routine, stored, false));
  });
  api.get('/:record_id', async (c) => {
    await authorize(c, 'get');
    // Asked first: a run that ends meanwhile has saved before the record is read.
    const running = await isRunning(c, c.req.param('record_id'));
    const stored = await load(c);
    return c.json({ ...workView(routine, stored, running), record: stored.record });
  });
  api.post('/:record_id/resume', async (c) => {
    await authorize(c, 'put');
    const id = c.req.param('record_id');
    return resuming.hold(`${c.var.owner}/${id}`, async () => {
      const stored = await load(c);
      if (routine.outline(stored.record).isDone)
        throw new HttpError(
          'conflict',
          'This piece of work is done: there is nothing to go on with.',
        );
      if (await isRunning(c, id))
        throw new HttpError('conflict', 'Another tab has gone on with this piece of work.');
      const run = await startRunWithoutThread(parts, c, {
        assistant_id: graphId,
        input: routine.inputFor(id),
        metadata: { [RECORD_KEY]: id },
        stream_mode: ['custom'],
      });
      eraseWhenOver(parts, c, run);
      return c.json({ ...workView(routine, stored, true), run_id: run.runId }, 202);
    });
  });
  api.delete('/:record_id', async (c) => {
    await authorize(c, 'delete');
    const id = c.req.param('record_id');
    await stopWork(parts, c.var.owner, { graphId, id });
    if (!(await recordsOf(c).delete(id))) throw notFound();
    return c.body(null, 204);
  });
  return api;
}

function notFound(): HttpError {
  return new HttpError(
    'not-found',
    'There is no such piece of work: it was deleted, or never begun.',
  );
}
