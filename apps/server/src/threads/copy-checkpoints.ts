import type {
  BaseCheckpointSaver,
  CheckpointTuple,
  PendingWrite,
} from '@langchain/langgraph-checkpoint';

/** Copies a thread's whole history, subgraphs' included; from then on the two are independent. */
export async function copyCheckpoints(
  saver: BaseCheckpointSaver,
  fromThread: string,
  toThread: string,
): Promise<void> {
  const tuples = await Array.fromAsync(saver.list({ configurable: { thread_id: fromThread } }));
  // Oldest first, as they were written: parents exist before their children.
  for (const tuple of tuples.reverse()) await copyTuple(saver, tuple, toThread);
}

async function copyTuple(
  saver: BaseCheckpointSaver,
  tuple: CheckpointTuple,
  toThread: string,
): Promise<void> {
  const place = {
    thread_id: toThread,
    checkpoint_ns: (tuple.config.configurable?.['checkpoint_ns'] as string | undefined) ?? '',
  };
  const parent = tuple.parentConfig?.configurable?.['checkpoint_id'] as string | undefined;
  const written = await saver.put(
    { configurable: { ...place, ...(parent !== undefined && { checkpoint_id: parent }) } },
    tuple.checkpoint,
    tuple.metadata ?? { source: 'fork', step: -1, parents: {} },
    tuple.checkpoint.channel_versions,
  );
  const byTask = new Map<string, PendingWrite[]>();
  for (const [taskId, channel, value] of tuple.pendingWrites ?? []) {
    byTask.set(taskId, [...(byTask.get(taskId) ?? []), [channel, value]]);
  }
  for (const [taskId, writes] of byTask) await saver.putWrites(written, writes, taskId);
}
