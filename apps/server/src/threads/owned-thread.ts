import type { Context } from 'hono';

import type { AuthEvent, Authorizer } from '../auth/authorizer.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { HttpError } from '../http/http-error.ts';
import { pathId } from '../http/ids.ts';
import type { Storage, ThreadRow } from '../storage/storage.ts';

type ThreadEvent = Extract<AuthEvent, 'threads:read' | 'threads:update' | 'threads:delete'>;

/**
 * The thread that the path names, if it is the owner's.
 * Throws HttpError `malformed-id`, `forbidden`, or `not-found` (another's thread does not exist).
 */
export type OwnedThread = (c: Context<HttpEnv>, event: ThreadEvent) => Promise<ThreadRow>;

export function ownedThread(storage: Storage, authorizer: Authorizer): OwnedThread {
  return async (c, event) => {
    const threadId = pathId(c, 'thread_id');
    await authorizer.authorize(c.var.owner, event, { thread_id: threadId });
    const thread = await storage.threads.get(c.var.owner, threadId);
    if (thread === undefined) throw threadNotFound();
    return thread;
  };
}

export function threadNotFound(): HttpError {
  return new HttpError('not-found', 'Thread not found: you have no thread with that id.');
}
