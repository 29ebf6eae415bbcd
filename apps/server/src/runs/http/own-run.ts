import type { Context } from 'hono';

import type { AppParts } from '../../app-parts.ts';
import type { HttpEnv } from '../../http/http-env.ts';
import { HttpError } from '../../http/http-error.ts';
import { pathId } from '../../http/ids.ts';
import type { RunRow } from '../../storage/storage.ts';

type RunEventName = 'threads:read' | 'threads:update' | 'threads:delete';

/**
 * The run that the path names, if it is the owner's. A run without a thread in its path has a
 * thread of the same id (see stateless-runs-routes).
 * Throws HttpError `malformed-id`, `forbidden`, `not-found`.
 */
export async function ownRun(
  { storage, authorizer, ownThread }: AppParts,
  c: Context<HttpEnv>,
  event: RunEventName,
): Promise<RunRow> {
  const runId = pathId(c, 'run_id');
  let threadId = runId;
  if (c.req.param('thread_id') !== undefined) ({ threadId } = await ownThread(c, event));
  else await authorizer.authorize(c.var.owner, event, { thread_id: runId });
  const run = await storage.runs.get(c.var.owner, threadId, runId);
  if (run === undefined)
    throw new HttpError('not-found', 'Run not found: this thread has no run with that id.');
  return run;
}
