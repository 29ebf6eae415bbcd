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
  if (!isPlainJson(task)) return task;
  const { state, error, ...rest } = task;
  return {
    ...rest,
    ...('error' in task && { error: error === undefined ? undefined : errorKind(error) }),
    ...('state' in task && { checkpoint: checkpointOf(state) }),
  };
}

/**
 * What is told of a task's error: its kind. Its words may be a provider's, who quotes keys and prompts;
 * the run's own error says in ours what happened.
 */
export function errorKind(error: unknown): string {
  const name =
    typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
  return typeof name === 'string' && /^[\w$]{1,80}$/.test(name) ? name : 'Error';
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
