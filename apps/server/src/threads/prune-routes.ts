import { Hono } from 'hono';
import { z } from 'zod';

import type { AppParts } from '../app-parts.ts';
import { readBody, uuid } from '../http/body.ts';
import type { HttpApp, HttpEnv } from '../http/http-env.ts';
import { REQUEST_LIMITS } from '../request-limits.ts';

const pruneBody = z.object({
  thread_ids: z.array(uuid).max(REQUEST_LIMITS.ids),
  strategy: z
    .literal(
      'delete',
      'must be "delete": older checkpoints go by themselves when a run has succeeded',
    )
    .default('delete'),
});

/** Several threads deleted by one request. */
export function pruneRoutes({ authorizer, engine, storage }: AppParts): HttpApp {
  const api: HttpApp = new Hono<HttpEnv>();
  api.post('/prune', async (c) => {
    const { owner } = c.var;
    const { thread_ids } = await readBody(c, pruneBody);
    const ids = [...new Set(thread_ids)];
    // All or none is refused; ids of no thread of the owner's are passed over.
    for (const thread_id of ids) await authorizer.authorize(owner, 'threads:delete', { thread_id });
    let pruned = 0;
    for (const threadId of ids) {
      if ((await storage.threads.get(owner, threadId)) === undefined) continue;
      await engine.deleteThread(owner, threadId);
      pruned += 1;
    }
    return c.json({ pruned_count: pruned });
  });
  return api;
}
