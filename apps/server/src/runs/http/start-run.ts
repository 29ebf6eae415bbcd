import { v7 } from '@langchain/core/utils/uuid';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import type { Context } from 'hono';

import type { AppParts } from '../../app-parts.ts';
import { refuseUnknownRemovals } from '../../admission/removals.ts';
import type { Assistant } from '../../assistants/assistants.ts';
import { graphFor } from '../../assistants/graph-factories.ts';
import { requireAssistant } from '../../assistants/require-assistant.ts';
import type { ServedGraph } from '../../assistants/graphs.ts';
import type { HttpEnv } from '../../http/http-env.ts';
import { HttpError } from '../../http/http-error.ts';
import { reconnects } from '../../http/stream-reader.ts';
import { pathId } from '../../http/ids.ts';
import { isPlainJson } from '../../graph-runner/plain-json.ts';
import { DEFAULT_LIMITS } from '../engine-limits.ts';
import type { JsonObject, NewRun, RunRow } from '../../storage/storage.ts';
import { refuseMoreThreads } from '../../threads/thread-limits.ts';
import { threadNotFound } from '../../threads/owned-thread.ts';
import { queueKey } from '../../threads/queue-key.ts';
import { requireCheckpoint } from '../../threads/require-checkpoint.ts';
import { admitRun } from './admit-run.ts';
import { refuseTurn } from './refuse-turn.ts';
import type { RunBody } from './run-body.ts';

/**
 * When a thread goes that was made for one run and that nothing else has erased: a process that dies
 * before it has made the run leaves the thread alone. As long as a run's events can be read.
 */
const TEMPORARY_TTL_MS = DEFAULT_LIMITS.eventRetentionMs;

/**
 * Admits and commits a run of the thread in the path; the engine takes it from there. Everything
 * that can be refused is refused before a thread or a run is made.
 * Throws HttpError; StorageError `busy` when the thread is taken and the run does not queue.
 */
export async function startRun(
  parts: AppParts,
  c: Context<HttpEnv>,
  body: RunBody,
): Promise<RunRow> {
  const threadId = pathId(c, 'thread_id');
  const run = await admit(parts, c, body, { threadId, runId: v7() });
  const thread = await parts.storage.threads.get(run.owner, threadId);
  if (thread === undefined && body.if_not_exists !== 'create') throw threadNotFound();
  await requireCheckpoint(parts.storage, run, run.request['checkpoint'] ?? {});
  await refuseTurn(parts, run, thread);
  if (thread === undefined) {
    await refuseMoreThreads(parts.storage, run.owner);
    await parts.storage.threads.create({ threadId, owner: run.owner, metadata: {} }, 'do-nothing');
  }
  return submit(parts, c, run);
}

/**
 * The same without a thread in the path: one is made for the run, under the run's own id, so that
 * the run can be found by its id alone. What is to become of it is stored with the run: a server that
 * starts again must still know.
 */
export async function startRunWithoutThread(
  parts: AppParts,
  c: Context<HttpEnv>,
  body: RunBody,
): Promise<RunRow> {
  return submitOnOwnThread(parts, c, await admitWithoutThread(parts, c, body));
}

/** Several of them, all or none: each is admitted before the first is made. */
export async function startRunsWithoutThread(
  parts: AppParts,
  c: Context<HttpEnv>,
  bodies: readonly RunBody[],
): Promise<RunRow[]> {
  const admitted: NewRun[] = [];
  for (const body of bodies) admitted.push(await admitWithoutThread(parts, c, body));
  const made: RunRow[] = [];
  try {
    for (const run of admitted) made.push(await submitOnOwnThread(parts, c, run));
  } catch (error) {
    // What was made before storage refused the rest must not go on alone.
    for (const { owner, threadId } of made) await parts.engine.deleteThread(owner, threadId);
    throw error;
  }
  return made;
}

async function admitWithoutThread(
  parts: AppParts,
  c: Context<HttpEnv>,
  body: RunBody,
): Promise<NewRun> {
  const runId = v7();
  const admitted = await admit(parts, c, body, { threadId: runId, runId });
  const request: JsonObject = {
    ...admitted.request,
    on_completion: body.on_completion ?? 'delete',
  };
  await requireCheckpoint(parts.storage, admitted, request['checkpoint'] ?? {});
  await refuseTurn(parts, admitted, undefined);
  return { ...admitted, request };
}

async function submitOnOwnThread(
  parts: AppParts,
  c: Context<HttpEnv>,
  run: NewRun,
): Promise<RunRow> {
  const ttlMs = run.request['on_completion'] === 'delete' ? TEMPORARY_TTL_MS : undefined;
  const thread = { threadId: run.runId, owner: run.owner, metadata: {}, ttlMs };
  await refuseMoreThreads(parts.storage, run.owner);
  await parts.storage.threads.create(thread, 'raise');
  try {
    return await submit(parts, c, run);
  } catch (error) {
    await parts.storage.threads.delete(run.owner, run.threadId);
    throw error;
  }
}

async function admit(
  { assistants, authorizer, engine, graphs, rulesOf, storage }: AppParts,
  c: Context<HttpEnv>,
  body: RunBody,
  ids: { threadId: string; runId: string },
): Promise<NewRun> {
  const { owner } = c.var;
  engine.refuseMoreRuns(owner);
  const assistant = await requireAssistant(assistants, owner, body.assistant_id);
  const served = graphs.get(assistant.graph_id);
  if (served === undefined) throw new HttpError('not-found', 'This server runs no such graph.');
  const graph = await graphOfRun(served, body, assistant);
  const request = admitRun(body, {
    owner,
    assistant,
    graph,
    threadId: ids.threadId,
    rules: rulesOf(assistant.graph_id),
  });
  await refuseRemovals(storage.checkpointer(owner), graph, request, ids.threadId);
  const multitaskStrategy = body.multitask_strategy ?? 'reject';
  const metadata = body.metadata ?? {};
  const after = (body.after_seconds ?? 0) * 1000;
  await authorizer.authorize(owner, 'threads:create_run', {
    thread_id: ids.threadId,
    assistant_id: assistant.assistant_id,
    run_id: ids.runId,
    status: 'pending',
    metadata,
    multitask_strategy: multitaskStrategy,
    kwargs: request,
  });
  return {
    ...ids,
    owner,
    assistantId: assistant.assistant_id,
    metadata,
    multitaskStrategy,
    request,
    notBefore: new Date(Date.now() + after),
  };
}

/** The graph that the run's config asks for. Throws HttpError `invalid` when its factory makes none of it. */
async function graphOfRun(
  graph: ServedGraph,
  { config }: RunBody,
  assistant: Assistant,
): Promise<ServedGraph> {
  const under = assistant.config['configurable'];
  const configurable = { ...(isPlainJson(under) ? under : {}), ...config?.configurable };
  try {
    return await graphFor(graph, { configurable });
  } catch (error) {
    throw new HttpError('invalid', 'The graph cannot be made with this config.configurable.', {
      cause: error,
    });
  }
}

/** Refuses a request that removes messages which are not where it stands. Throws HttpError `invalid`. */
async function refuseRemovals(
  saver: BaseCheckpointSaver,
  graph: ServedGraph,
  { input, command, checkpoint }: JsonObject,
  threadId: string,
): Promise<void> {
  const place = isPlainJson(checkpoint) ? checkpoint : {};
  const at = { ...place, thread_id: threadId };
  const update = isPlainJson(command) ? command['update'] : undefined;
  await refuseUnknownRemovals(saver, graph, { update: input, where: 'input', at });
  await refuseUnknownRemovals(saver, graph, { update, where: 'command.update', at });
}

/** Commits the run in turn with state updates, and says where it can be found. */
async function submit(parts: AppParts, c: Context<HttpEnv>, run: NewRun): Promise<RunRow> {
  const row = await parts.turns.hold(queueKey(run), () => parts.engine.submit(run));
  const place = placeOfRun(c, row);
  c.header('Content-Location', place);
  // Clients that ask for it rejoin by themselves, relative to the API's address.
  if (reconnects(c)) c.header('Location', `${place}/stream`);
  return row;
}

function placeOfRun(c: Context<HttpEnv>, run: RunRow): string {
  return c.req.param('thread_id') === undefined
    ? `/runs/${run.runId}`
    : `/threads/${run.threadId}/runs/${run.runId}`;
}
