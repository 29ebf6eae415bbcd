import { Hono } from 'hono';
import { z } from 'zod';

import { NEWEST_MESSAGES_QUERY } from '#contract/newest-messages';

import type { AppParts } from '../app-parts.ts';
import type { ServedGraph } from '../assistants/graphs.ts';
import { jsonObject, smallMetadata, name, readBody, readQuery, uuid } from '../http/body.ts';
import type { HttpApp, HttpEnv } from '../http/http-env.ts';
import { HttpError } from '../http/http-error.ts';
import { pathId } from '../http/ids.ts';
import { REQUEST_LIMITS } from '../request-limits.ts';
import { pick as pickFields } from '../http/pick.ts';
import { toWire } from '../events/wire.ts';
import type { Storage, ThreadRow } from '../storage/storage.ts';
import { checkpointBody, type CheckpointBody } from './checkpoint-body.ts';
import { checkpointNotFound } from './require-checkpoint.ts';
import { withNewestTurns } from './newest-turns.ts';
import { EMPTY_STATE, placeOf, stateView } from './state-view.ts';
import { threadGraph } from './thread-graph.ts';
import { updateState } from './update-state.ts';

const flag = z.union([z.boolean(), z.stringbool()]).default(false);

const stateQuery = z.object({
  subgraphs: flag,
  /** Ours: only the newest turns, as many as hold that many messages, and of the others the ids. */
  [NEWEST_MESSAGES_QUERY]: z.coerce.number().int().min(1).max(1000).optional(),
});

type StateQuery = z.infer<typeof stateQuery>;

const checkpointQuery = z.object({ checkpoint: checkpointBody.nullish(), subgraphs: flag });

/** A place in the history as clients give it: an id, a checkpoint, or a whole config. */
const before = z.union([
  uuid,
  z
    .object({ configurable: checkpointBody })
    .transform(({ configurable }) => configurable.checkpoint_id ?? undefined),
  checkpointBody.transform((checkpoint) => checkpoint.checkpoint_id ?? undefined),
]);

/** The part of a history that can be told without reading its checkpoints' values. */
const OUTLINE_FIELDS = ['checkpoint', 'parent_checkpoint', 'metadata'] as const;

const historyBody = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(10),
  before: before.nullish(),
  metadata: smallMetadata.nullish(),
  checkpoint: checkpointBody.nullish(),
  /** Ours: only these fields. Without the values a long thread's history costs little to read. */
  select: z.array(z.enum(OUTLINE_FIELDS)).nonempty().max(OUTLINE_FIELDS.length).nullish(),
});

type HistoryQuery = z.infer<typeof historyBody>;

const updateBody = z.object({
  values: z.union([jsonObject, z.array(jsonObject).max(REQUEST_LIMITS.commandUpdates)]).nullish(),
  as_node: name.nullish(),
  checkpoint: checkpointBody.nullish(),
  checkpoint_id: uuid.nullish(),
});

/** What a thread holds: now, at a checkpoint, and at all of them; and a change made by its owner. */
export function stateRoutes(parts: AppParts): HttpApp {
  const { storage, graphs, ownThread } = parts;
  const graphOf = (thread: ThreadRow) => threadGraph(thread, graphs, storage);

  const history = async (thread: ThreadRow, query: HistoryQuery) =>
    query.select == null
      ? readHistory(await graphOf(thread), thread, query)
      : readOutline(storage, thread, query, query.select);

  const api: HttpApp = new Hono<HttpEnv>();
  api.get('/:thread_id/state', async (c) => {
    const thread = await ownThread(c, 'threads:read');
    return c.json(await readState(await graphOf(thread), thread, {}, readQuery(c, stateQuery)));
  });
  api.post('/:thread_id/state/checkpoint', async (c) => {
    const thread = await ownThread(c, 'threads:read');
    const { checkpoint, subgraphs } = await readBody(c, checkpointQuery);
    return c.json(await readState(await graphOf(thread), thread, checkpoint ?? {}, { subgraphs }));
  });
  api.get('/:thread_id/state/:checkpoint_id', async (c) => {
    const thread = await ownThread(c, 'threads:read');
    const at = { checkpoint_id: pathId(c, 'checkpoint_id') };
    return c.json(await readState(await graphOf(thread), thread, at, readQuery(c, stateQuery)));
  });
  api.post('/:thread_id/state', async (c) => {
    const thread = await ownThread(c, 'threads:update');
    const body = await readBody(c, updateBody);
    const at = { ...body.checkpoint, ...(body.checkpoint_id && pick(body.checkpoint_id)) };
    const written = await updateState(parts, thread, {
      values: body.values,
      asNode: body.as_node ?? undefined,
      at: configurableAt(thread, at),
    });
    return c.json({ checkpoint: placeOf(written) });
  });
  api.get('/:thread_id/history', async (c) => {
    const thread = await ownThread(c, 'threads:read');
    return c.json(await history(thread, readQuery(c, historyBody)));
  });
  api.post('/:thread_id/history', async (c) => {
    const thread = await ownThread(c, 'threads:read');
    return c.json(await history(thread, await readBody(c, historyBody)));
  });
  return api;
}

const pick = (checkpoint_id: string) => ({ checkpoint_id });

async function readState(
  graph: ServedGraph | undefined,
  thread: ThreadRow,
  at: CheckpointBody,
  { [NEWEST_MESSAGES_QUERY]: count, subgraphs }: StateQuery,
): Promise<unknown> {
  const configurable = configurableAt(thread, at);
  const state = await graph?.getState({ configurable }, { subgraphs });
  if (state?.metadata === undefined) {
    if (at.checkpoint_id != null) throw checkpointNotFound();
    return EMPTY_STATE;
  }
  const view = stateView(state);
  return count === undefined ? view : withNewestTurns(view, count);
}

async function readHistory(
  graph: ServedGraph | undefined,
  thread: ThreadRow,
  query: HistoryQuery,
): Promise<unknown[]> {
  if (graph === undefined) return [];
  const history = graph.getStateHistory(
    { configurable: configurableAt(thread, query.checkpoint ?? {}) },
    {
      limit: query.limit,
      ...(query.metadata != null && { filter: query.metadata }),
      ...(query.before != null && { before: { configurable: pick(query.before) } }),
    },
  );
  return Array.fromAsync(history, stateView);
}

/** The same without the values. Throws HttpError `invalid` for what only values could answer. */
async function readOutline(
  storage: Storage,
  thread: ThreadRow,
  query: HistoryQuery,
  select: readonly string[],
): Promise<unknown[]> {
  if (query.metadata != null || query.checkpoint != null)
    throw new HttpError('invalid', 'select cannot be combined with metadata or checkpoint.');
  const { limit, before } = query;
  const place = (id: string | undefined) =>
    id === undefined
      ? null
      : placeOf({ configurable: configurableAt(thread, { checkpoint_id: id }) });
  const outline = await storage.outline(thread.owner, thread.threadId, {
    limit,
    before: before ?? undefined,
  });
  return outline.map(({ checkpointId, parentId, metadata }) =>
    pickFields(
      {
        checkpoint: place(checkpointId),
        parent_checkpoint: place(parentId),
        metadata: toWire(metadata),
      },
      select,
    ),
  );
}

/** The thread's own place. Throws HttpError `invalid` when the checkpoint names another thread. */
function configurableAt(thread: ThreadRow, at: CheckpointBody): Record<string, unknown> {
  if (at.thread_id != null && at.thread_id !== thread.threadId)
    throw new HttpError('invalid', 'checkpoint.thread_id is not the thread in the path.');
  return {
    thread_id: thread.threadId,
    checkpoint_ns: at.checkpoint_ns ?? '',
    ...(at.checkpoint_id != null && { checkpoint_id: at.checkpoint_id }),
    ...(at.checkpoint_map != null && { checkpoint_map: at.checkpoint_map }),
  };
}
