import type { JsonObject } from '../storage/storage.ts';
import { isPlainJson } from './plain-json.ts';

/**
 * A checkpoint as the API's `checkpoints` and `debug` events tell it: where it is in the thread
 * instead of the library's own config, whose internals are nobody's affair.
 */
export function checkpointEvent(payload: unknown): JsonObject {
  if (!isPlainJson(payload)) return {};
  const { config, parentConfig, tasks, ...rest } = payload;
  return {
    ...rest,
    checkpoint: checkpointOf(config),
    parent_checkpoint: checkpointOf(parentConfig),
    tasks: Array.isArray(tasks) ? tasks.map(taskEvent) : [],
  };
}

/** A task as the API tells it: its subgraph's checkpoint instead of that one's config. */
export function taskEvent(task: unknown): unknown {
  if (!isPlainJson(task) || !('state' in task)) return task;
  const { state, ...rest } = task;
  return { ...rest, checkpoint: checkpointOf(state) };
}

function checkpointOf(config: unknown): JsonObject | null {
  if (!isPlainJson(config) || !isPlainJson(config['configurable'])) return null;
  const { thread_id, checkpoint_id, checkpoint_ns, checkpoint_map } = config['configurable'];
  if (typeof thread_id !== 'string') return null;
  return {
    thread_id,
    checkpoint_id: checkpoint_id ?? null,
    checkpoint_ns: checkpoint_ns ?? '',
    checkpoint_map: checkpoint_map ?? null,
  };
}
