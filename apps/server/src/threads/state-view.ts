import type { StateSnapshot } from '@langchain/langgraph';

import { toWire } from '../events/wire.ts';
import { errorKind } from '../graph-runner/checkpoint-event.ts';

/** A state of a thread that has none yet. */
export const EMPTY_STATE = {
  values: {},
  next: [],
  tasks: [],
  metadata: {},
  created_at: null,
  checkpoint: null,
  parent_checkpoint: null,
};

/**
 * A checkpoint as the API tells it. Private state is in it: states and histories are how an owner
 * sees what was observed; only `values` of threads and events leave it out.
 */
export function stateView(snapshot: StateSnapshot): Record<string, unknown> {
  return {
    values: toWire(snapshot.values),
    next: snapshot.next,
    tasks: snapshot.tasks.map((task) => ({
      id: task.id,
      name: task.name,
      path: task.path ?? null,
      error: task.error === undefined ? null : errorKind(task.error),
      interrupts: toWire(task.interrupts),
      checkpoint: openPlaceOf(task.state),
      state: task.state !== undefined && isSnapshot(task.state) ? stateView(task.state) : null,
      result: toWire(task.result ?? null),
    })),
    metadata: toWire(snapshot.metadata ?? {}),
    created_at: snapshot.createdAt ?? null,
    checkpoint: placeOf(snapshot.config),
    parent_checkpoint: placeOf(snapshot.parentConfig),
  };
}

/** Where an open task's own graph stands: as the graph names it, thread and namespace alone. */
function openPlaceOf(state: TaskState | undefined): Record<string, unknown> | null {
  if (state === undefined || isSnapshot(state)) return null;
  const place = Object.entries(placeOf(state) ?? {});
  return Object.fromEntries(place.filter(([, value]) => value !== null));
}

type TaskState = NonNullable<StateSnapshot['tasks'][number]['state']>;

function isSnapshot(state: TaskState): state is StateSnapshot {
  return 'values' in state;
}

/** Where a checkpoint stands: thread, namespace, id and the map of its parents. */
export function placeOf(
  config: StateSnapshot['config'] | undefined,
): Record<string, unknown> | null {
  const configurable = config?.configurable as Record<string, unknown> | undefined;
  if (configurable === undefined) return null;
  return {
    thread_id: configurable['thread_id'] ?? null,
    checkpoint_ns: configurable['checkpoint_ns'] ?? '',
    checkpoint_id: configurable['checkpoint_id'] ?? null,
    checkpoint_map: configurable['checkpoint_map'] ?? null,
  };
}
