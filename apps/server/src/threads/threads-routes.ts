import { Hono } from 'hono';
import { v7 } from '@langchain/core/utils/uuid';
import { z } from 'zod';

import type { AppParts } from '../app-parts.ts';
import { names, page, readBody, readQuery, smallMetadata, uuid } from '../http/body.ts';
import { describeError } from '../http/describe-error.ts';
import type { HttpApp, HttpEnv } from '../http/http-env.ts';
import { HttpError } from '../http/http-error.ts';
import { setPaging } from '../http/paging.ts';
import { REQUEST_LIMITS } from '../request-limits.ts';
import type { JsonObject, ThreadQuery } from '../storage/storage.ts';
import { copyCheckpoints } from './copy-checkpoints.ts';
import { requireUnbegun } from './temporary-threads.ts';
import { refuseLargeMetadata, refuseMoreThreads } from './thread-limits.ts';
import { timeToLive, ttlBody } from './time-to-live.ts';

const createBody = z.object({
  thread_id: uuid.nullish(),
  metadata: smallMetadata.nullish(),
  if_exists: z.enum(['raise', 'do_nothing']).nullish(),
  supersteps: z.array(z.never(), 'are not supported').max(0, 'are not supported').nullish(),
  ttl: ttlBody,
});

const copyBody = z.object({ thread_id: uuid.nullish() });

const patchBody = z.object({ metadata: smallMetadata.nullish(), ttl: ttlBody });

const filter = {
  metadata: smallMetadata.nullish(),
  status: z.enum(['idle', 'busy', 'interrupted', 'error']).nullish(),
  ids: z.array(uuid).max(REQUEST_LIMITS.ids).nullish(),
  values: z
    .custom<undefined>(
      (value) => value == null || (typeof value === 'object' && Object.keys(value).length === 0),
      'is not supported: search by metadata, status or ids',
    )
    .optional(),
};

const searchBody = z.object({
  ...filter,
  ...page,
  sort_by: z.enum(['thread_id', 'status', 'created_at', 'updated_at']).nullish(),
  sort_order: z.enum(['asc', 'desc']).nullish(),
  select: names.optional(),
});

/** Conversations: made, found, renamed, copied and erased by their owner alone. */
export function threadsRoutes({
  storage,
  engine,
  authorizer,
  threadView,
  ownThread,
}: AppParts): HttpApp {
  const api: HttpApp = new Hono<HttpEnv>();
  api.post('/', async (c) => {
    const body = await readBody(c, createBody);
    const threadId = body.thread_id ?? v7();
    const metadata = body.metadata ?? {};
    const ttlMs = timeToLive(body.ttl, metadata) ?? undefined;
    const ifExists = body.if_exists === 'do_nothing' ? 'do-nothing' : 'raise';
    // Whoever has as many as there can be still opens those.
    const known = ifExists === 'do-nothing' && (await storage.threads.get(c.var.owner, threadId));
    if (!known) await refuseMoreThreads(storage, c.var.owner);
    await authorizer.authorize(c.var.owner, 'threads:create', { thread_id: threadId, metadata });
    const thread = await storage.threads.create(
      { threadId, owner: c.var.owner, metadata, ttlMs },
      ifExists,
    );
    return c.json(await threadView.show(thread));
  });
  api.post('/search', async (c) => {
    const body = await readBody(c, searchBody);
    const query: ThreadQuery = {
      ...rowFilter(body),
      sortBy: body.sort_by ?? 'created_at',
      sortOrder: body.sort_order ?? 'desc',
      limit: body.limit,
      offset: body.offset,
    };
    await authorizer.authorize(c.var.owner, 'threads:search', rowFilter(body));
    const [total, threads] = await Promise.all([
      storage.threads.count(c.var.owner, query),
      storage.threads.search(c.var.owner, query),
    ]);
    setPaging(c, { total, offset: body.offset, shown: threads.length });
    const shown: Record<string, unknown>[] = [];
    // One state at a time: a page of long conversations must not be in memory twice over.
    const failed = (error: unknown) => {
      c.var.logger.error({ err: describeError(error) }, 'a listed thread cannot be read');
    };
    for (const thread of threads)
      shown.push(await threadView.showInList(thread, body.select, failed));
    return c.json(shown);
  });
  api.post('/count', async (c) => {
    const query = rowFilter(await readBody(c, z.object(filter)));
    await authorizer.authorize(c.var.owner, 'threads:search', query);
    return c.json(await storage.threads.count(c.var.owner, query));
  });
  api.get('/:thread_id', async (c) => {
    const { select } = readQuery(c, z.object({ select: z.string().optional() }));
    const thread = await ownThread(c, 'threads:read');
    return c.json(await threadView.show(thread, select?.split(',')));
  });
  api.patch('/:thread_id', async (c) => {
    const thread = await ownThread(c, 'threads:update');
    const { metadata: before, threadId } = thread;
    const body = await readBody(c, patchBody);
    const metadata = body.metadata ?? {};
    refuseOtherGraph(before, metadata);
    refuseLargeMetadata({ ...before, ...metadata });
    await requireUnbegun(storage, thread, metadata);
    const ttlMs = timeToLive(body.ttl, metadata, before);
    const patched = await storage.threads.patch(c.var.owner, threadId, metadata, ttlMs);
    if (c.req.header('prefer') === 'return=minimal') return c.body(null, 204);
    return c.json(await threadView.show(patched));
  });
  api.delete('/:thread_id', async (c) => {
    const { threadId } = await ownThread(c, 'threads:delete');
    await engine.deleteThread(c.var.owner, threadId);
    return c.body(null, 204);
  });
  api.post('/:thread_id/copy', async (c) => {
    const source = await ownThread(c, 'threads:read');
    const owner = c.var.owner;
    const { metadata } = source;
    const { thread_id: wanted } = await readBody(c, copyBody);
    const threadId = wanted ?? v7();
    await authorizer.authorize(owner, 'threads:create', { thread_id: threadId, metadata });
    const ttlMs = timeToLive(undefined, metadata) ?? undefined;
    await refuseMoreThreads(storage, owner);
    const copy = await storage.threads.create({ threadId, owner, metadata, ttlMs }, 'raise');
    await copyCheckpoints(storage.checkpointer(owner), source.threadId, threadId);
    if (source.status !== 'interrupted') return c.json(await threadView.show(copy));
    await storage.threads.setStatus(owner, threadId, 'interrupted');
    return c.json(await threadView.show({ ...copy, status: 'interrupted' }));
  });
  return api;
}

/** A thread stays with the assistant it began with: that one's graph wrote its state. */
function refuseOtherGraph(before: JsonObject, change: JsonObject): void {
  const own = before['graph_id'];
  if (typeof own !== 'string' || !('graph_id' in change) || change['graph_id'] === own) return;
  throw new HttpError(
    'conflict',
    `This conversation belongs to the assistant "${own}"; metadata.graph_id cannot be changed.`,
  );
}

function rowFilter(
  body: z.infer<z.ZodObject<typeof filter>>,
): Pick<ThreadQuery, 'metadata' | 'status'> & { ids?: string[] } {
  return {
    ...(body.metadata != null && { metadata: body.metadata }),
    ...(body.status != null && { status: body.status }),
    ...(body.ids != null && { ids: body.ids }),
  };
}
