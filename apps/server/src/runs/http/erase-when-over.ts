import type { Context } from 'hono';

import type { AppParts } from '../../app-parts.ts';
import { ShuttingDownError } from '../../events/follow.ts';
import { describeError } from '../../http/describe-error.ts';
import type { HttpEnv } from '../../http/http-env.ts';
import type { RunRow } from '../../storage/storage.ts';

/** Erases a temporary thread once its run has ended. Failing to is logged; the reply stands. */
export function eraseWhenOver(parts: AppParts, c: Context<HttpEnv>, run: RunRow): void {
  if (run.request['on_completion'] === 'keep') return;
  const { logger } = c.var;
  const erase = async () => {
    await parts.engine.ended(run.runId, new AbortController().signal);
    await parts.engine.deleteThread(run.owner, run.threadId);
  };
  erase().catch((error: unknown) => {
    // The server goes down and leaves the run open; the next start erases its thread.
    if (error instanceof ShuttingDownError) return;
    logger.error({ err: describeError(error) }, 'erasing a temporary thread failed');
  });
}
