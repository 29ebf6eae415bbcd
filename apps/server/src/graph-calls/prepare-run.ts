import type { CheckpointTuple } from '@langchain/langgraph-checkpoint';

import { BRANCHED_KEY } from '#contract/branches';
import { isMemoryMode, MEMORY_MODE_KEY, type MemoryMode } from '#contract/memory-mode';
import { isMemoryQuestion } from '#contract/memory-question';
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
import { bindAnswer } from './bind-answer.ts';
import { lastingConfigurable } from './graph-call.ts';
import { isPlainJson } from './plain-json.ts';
import { readRunRequest } from './run-request.ts';
import { rootHead, waitingInterrupts } from './waiting-interrupts.ts';

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
 * interrupt an answer is for. Throws `not-found` (thread, graph), `invalid` (strategy, an answer that
 * could be to several questions) or `conflict` (an answer to what waits no more).
 */
export async function prepareRun(
  storage: Storage,
  graphs: Graphs,
  run: NewRun,
): Promise<PreparedRun> {
  const { owner, threadId, assistantId } = run;
  const { checkpoint, graph_id, config, command, input } = readRunRequest(run.request, assistantId);
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
  const goesOn = command !== undefined || input === null;
  const head = goesOn ? await rootHead(storage.checkpointer, threadId) : undefined;
  // A turn goes on as it began: under another mode the write that a person was asked about would be
  // made, or dropped, without their answer being read.
  const mode = waitsWithMemoryQuestion(head) ? 'ask' : memoryModeOf(thread);
  const kept = thread.config['configurable'];
  const configurable = {
    ...(isPlainJson(kept) ? kept : {}),
    ...config.configurable,
    ...(graph_id === MEMORY_GRAPH_ID && { [MEMORY_MODE_KEY]: mode }),
  };
  const request: JsonObject = {
    ...bindAnswer(head, run.request),
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

/** Whether a turn waits with what only conversations ask that ask before remembering. */
function waitsWithMemoryQuestion(head: CheckpointTuple | undefined): boolean {
  return [...waitingInterrupts(head).values()].some((value) => isMemoryQuestion(value));
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
