import { BRANCHED_KEY } from '#contract/branches';
import { isMemoryMode, MEMORY_MODE_KEY, type MemoryMode } from '#contract/memory-mode';
import { MEMORY_GRAPH_ID } from '#contract/names';

import type { Graphs } from '../assistants/graphs.ts';
import { StorageError } from '../storage/storage-error.ts';
import type {
  CancelAction,
  JsonObject,
  NewRun,
  Storage,
  ThreadRow,
  ThreadStamp,
} from '../storage/storage.ts';
import { lastingConfigurable } from './graph-call.ts';
import { isPlainJson } from './plain-json.ts';
import { readRunRequest } from './run-request.ts';
import { bindAnswer } from './take-up.ts';

export interface PreparedRun {
  readonly run: NewRun;
  readonly ifBusy: 'reject' | 'enqueue';
  /** What becomes of the thread's open runs. */
  readonly stopOthers: CancelAction | undefined;
  readonly stamp: ThreadStamp;
}

interface Strategy {
  readonly ifBusy: 'reject' | 'enqueue';
  readonly stopOthers?: CancelAction;
}

const STRATEGIES: ReadonlyMap<string, Strategy> = new Map<string, Strategy>([
  ['reject', { ifBusy: 'reject' }],
  ['enqueue', { ifBusy: 'enqueue' }],
  ['interrupt', { ifBusy: 'enqueue', stopOthers: 'interrupt' }],
  ['rollback', { ifBusy: 'enqueue', stopOthers: 'rollback' }],
]);

/**
 * Completes a request with what its thread knows: the config its earlier runs left, and the
 * interrupt an answer is for. Throws `not-found` (thread, graph) or `invalid` (strategy).
 */
export async function prepareRun(
  storage: Storage,
  graphs: Graphs,
  run: NewRun,
): Promise<PreparedRun> {
  const { owner, threadId, assistantId } = run;
  const { checkpoint, graph_id, config } = readRunRequest(run.request, assistantId);
  if (!graphs.has(graph_id))
    throw new StorageError('not-found', `There is no graph ${graph_id} on this server.`);
  const thread = await storage.threads.get(owner, threadId);
  if (!thread) throw new StorageError('not-found', `There is no thread ${threadId}.`);
  const strategy = STRATEGIES.get(run.multitaskStrategy);
  if (!strategy)
    throw new StorageError(
      'invalid',
      `There is no multitask strategy "${run.multitaskStrategy}"; there are ${[...STRATEGIES.keys()].join(', ')}.`,
    );
  const kept = thread.config['configurable'];
  const configurable = {
    ...(isPlainJson(kept) ? kept : {}),
    ...config.configurable,
    ...(graph_id === MEMORY_GRAPH_ID && { [MEMORY_MODE_KEY]: memoryModeOf(thread) }),
  };
  const request: JsonObject = {
    ...(await bindAnswer(storage.checkpointer, threadId, run.request)),
    config: { ...(isPlainJson(run.request['config']) ? run.request['config'] : {}), configurable },
  };
  return {
    run: { ...run, request },
    ifBusy: strategy.ifBusy,
    stopOthers: strategy.stopOthers,
    stamp: {
      metadata: {
        graph_id,
        assistant_id: assistantId,
        ...(checkpoint !== undefined && { [BRANCHED_KEY]: true }),
      },
      config: { configurable: lastingConfigurable(configurable) },
    },
  };
}

/**
 * What the person chose for this conversation. It is read when the run is made, and whatever a
 * request says of it is put aside. Throws `invalid` when it cannot be told.
 */
function memoryModeOf({ metadata }: ThreadRow): MemoryMode {
  const mode = metadata[MEMORY_MODE_KEY] ?? 'automatic';
  if (isMemoryMode(mode)) return mode;
  throw new StorageError('invalid', 'This conversation names an unknown memory mode. Set it anew.');
}
