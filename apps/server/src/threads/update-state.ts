import type { RunnableConfig } from '@langchain/core/runnables';
import { GraphValueError, InvalidUpdateError } from '@langchain/langgraph';
import type { CheckpointTuple } from '@langchain/langgraph-checkpoint';

import { admitUpdate } from '../admission/admit-update.ts';
import { refuseUnknownRemovals } from '../admission/removals.ts';
import type { AppParts } from '../app-parts.ts';
import { refuseBadUpdate } from '../assistants/refuse-bad-update.ts';
import { HttpError } from '../http/http-error.ts';
import { rootHead, waitingInterrupts } from '../graph-runner/waiting-interrupts.ts';
import type { ThreadRow } from '../storage/storage.ts';
import { queueKey } from './queue-key.ts';
import { requireCheckpoint } from './require-checkpoint.ts';
import { threadGraph } from './thread-graph.ts';

export interface StateChange {
  readonly values: unknown;
  /** Whose write it counts as; left out, the node that ran last. */
  readonly asNode: string | undefined;
  /** Configurable naming the thread, and the checkpoint to change if it is not the newest. */
  readonly at: Record<string, unknown>;
}

/**
 * Changes a thread's state outside any run, and replies where the new checkpoint stands.
 * Throws HttpError: `conflict` while a run is pending or running, or a question is open that the
 * change would drop; `not-found` for a checkpoint that is not there; `invalid` for a change that the
 * graph cannot take or that sets private state.
 */
export async function updateState(
  { storage, graphs, rulesOf, turns }: AppParts,
  thread: ThreadRow,
  change: StateChange,
): Promise<RunnableConfig> {
  refuseBadUpdate(rulesOf(String(thread.metadata['graph_id'])), change.values, 'values');
  const { owner, threadId } = thread;
  // In turn with the making of runs: none can begin between the look and the write.
  return turns.hold(queueKey(thread), async () => {
    const now = await storage.threads.get(owner, threadId);
    if (now?.status === 'busy')
      throw new HttpError(
        'conflict',
        'A run is pending or running on this thread. Wait for it, or cancel it, then change the state.',
      );
    const graph = await threadGraph(now ?? thread, graphs, storage);
    if (graph === undefined)
      throw new HttpError(
        'invalid',
        'This thread has no graph yet. Run one, or name it when you create the thread (graph_id).',
      );
    const values = admitUpdate(graph, change.values, 'values');
    await requireCheckpoint(storage, thread, change.at);
    const removals = { update: values, where: 'values', at: change.at };
    await refuseUnknownRemovals(storage.checkpointer(owner), graph, removals);
    const before = await rootHead(storage.checkpointer(owner), threadId);
    refuseToDropQuestion(before, change.at);
    const written = await asHttpError(() =>
      graph.updateState({ configurable: change.at }, values, change.asNode),
    );
    const head = await graph.getState({ configurable: { thread_id: threadId } });
    // Before the first run the graph's first steps are next, though nothing has stopped there.
    const status = before !== undefined && head.next.length > 0 ? 'interrupted' : 'idle';
    await storage.threads.setStatus(owner, threadId, status);
    return written;
  });
}

/**
 * A question waits at the head alone: a new head would make it unanswerable without a word. Who names
 * another checkpoint leaves the head knowingly.
 */
function refuseToDropQuestion(head: CheckpointTuple | undefined, at: StateChange['at']): void {
  const from = at['checkpoint_id'] ?? head?.checkpoint.id;
  if (from !== head?.checkpoint.id || waitingInterrupts(head).size === 0) return;
  throw new HttpError(
    'conflict',
    'A question of the agent is open in this conversation, and this change would drop it. Answer it first.',
  );
}

async function asHttpError<T>(update: () => Promise<T>): Promise<T> {
  try {
    return await update();
  } catch (error) {
    const refused = error instanceof InvalidUpdateError || error instanceof GraphValueError;
    if (!refused) throw error;
    throw new HttpError(
      'invalid',
      'The graph cannot take this change of state: as_node must be one of its nodes, given when more than one may have written, and values must suit its channels.',
      { cause: error },
    );
  }
}
