import type { CheckpointTuple } from '@langchain/langgraph-checkpoint';

/** Channels that tell what happened to a task; every other one holds a result of it. */
const NO_RESULT: ReadonlySet<string> = new Set([
  '__error__',
  '__error_source_node__',
  '__interrupt__',
  '__resume__',
]);

/** Under this id the library writes what belongs to no task. */
const NO_TASK = '00000000-0000-0000-0000-000000000000';

/** Tasks of a checkpoint that have given their results. */
export function finishedTasks(tuple: CheckpointTuple | undefined): ReadonlySet<string> {
  const results = (tuple?.pendingWrites ?? []).filter(
    ([task, channel]) => task !== NO_TASK && !NO_RESULT.has(channel),
  );
  return new Set(results.map(([task]) => task));
}
