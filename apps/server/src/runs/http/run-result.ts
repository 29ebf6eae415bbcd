import type { StateSnapshot } from '@langchain/langgraph';

import type { AppParts } from '../../app-parts.ts';
import { ShuttingDownError } from '../../events/follow.ts';
import { projectState } from '../../events/project.ts';
import { toWire } from '../../events/wire.ts';
import type { RunRow } from '../../storage/storage.ts';
import { threadGraph } from '../../threads/thread-graph.ts';

/**
 * What a run came to, once it has ended: the values of its own last checkpoint (later runs of the
 * thread do not count), with `__interrupt__` when it waits for an answer, or `{ __error__ }`.
 */
export async function resultOf(
  { engine, storage, graphs }: AppParts,
  run: RunRow,
  signal: AbortSignal,
): Promise<unknown> {
  let ended: RunRow | undefined;
  try {
    ended = await engine.ended(run.runId, signal);
  } catch (error) {
    if (!(error instanceof ShuttingDownError)) throw error;
    return { __error__: { error: 'unavailable', message: error.message } };
  }
  if (ended === undefined)
    return { __error__: { error: 'not-found', message: 'The run was rolled back or deleted.' } };
  if (ended.error !== undefined) return { __error__: ended.error };
  const thread = await storage.threads.get(run.owner, run.threadId);
  const graph = thread && (await threadGraph(thread, graphs, storage));
  if (graph === undefined) return null;
  const config = { configurable: { thread_id: run.threadId, checkpoint_ns: '' } };
  const own = { filter: { run_id: run.runId }, limit: 1 };
  for await (const state of graph.getStateHistory(config, own)) return valuesOf(state);
  // A run that had nothing to do left no checkpoint: what it came to is what was there.
  return valuesOf(await graph.getState(config));
}

function valuesOf(state: StateSnapshot): unknown {
  const interrupts = state.tasks.flatMap((task) => task.interrupts);
  const values = projectState(state.values) as Record<string, unknown>;
  return interrupts.length === 0 ? values : { ...values, __interrupt__: toWire(interrupts) };
}
