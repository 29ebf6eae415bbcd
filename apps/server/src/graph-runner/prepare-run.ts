import { BRANCHED_KEY } from '#contract/branches';

import type { Graphs } from '../assistants/graphs.ts';
import type { RulesOf } from '../assistants/rules.ts';
import { REQUEST_LIMITS } from '../request-limits.ts';
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

/** What a run is prepared with. */
interface Host {
  readonly storage: Storage;
  readonly graphs: Graphs;
  readonly rulesOf: RulesOf;
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
 * could be to several questions) or `conflict` (an answer to what waits no more, a run of another
 * assistant than the thread's).
 */
export async function prepareRun(
  { storage, graphs, rulesOf }: Host,
  run: NewRun,
): Promise<PreparedRun> {
  const { owner, threadId, assistantId } = run;
  const { checkpoint, graph_id, config, command, input } = readRunRequest(run.request, assistantId);
  if (!graphs.has(graph_id))
    throw new StorageError('not-found', `There is no graph ${graph_id} on this server.`);
  const thread = await storage.threads.get(owner, threadId);
  if (!thread) throw new StorageError('not-found', `There is no thread ${threadId}.`);
  refuseOtherAssistant(thread, graph_id);
  const strategy = STRATEGIES.get(run.multitaskStrategy);
  if (!strategy)
    throw new StorageError(
      'invalid',
      `There is no multitask strategy "${run.multitaskStrategy}"; there are ${[...STRATEGIES.keys()].join(', ')}.`,
    );
  const goesOn = command !== undefined || input === null;
  const head = goesOn ? await rootHead(storage.checkpointer(owner), threadId) : undefined;
  const ruled = rulesOf(graph_id).configure({
    metadata: thread.metadata,
    waiting: [...waitingInterrupts(head).values()],
  });
  if ('refused' in ruled) throw new StorageError('invalid', ruled.sentence);
  const kept = thread.config['configurable'];
  const lasting = {
    ...(isPlainJson(kept) ? kept : {}),
    ...config.configurable,
    ...ruled.configurable,
  };
  // The assistant's own is not kept on the thread: it may say something else next time.
  const under = run.request['assistant_configurable'];
  const configurable = { ...(isPlainJson(under) ? under : {}), ...lasting };
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
      config: { configurable: lastingConfig(lasting) },
    },
  };
}

/** A thread belongs to the assistant it began with: another graph cannot read its state. */
function refuseOtherAssistant({ metadata }: ThreadRow, graphId: string): void {
  const own = metadata['graph_id'];
  if (typeof own !== 'string' || own === graphId) return;
  throw new StorageError(
    'conflict',
    `This conversation belongs to the assistant "${own}", so "${graphId}" cannot run in it. Start a new conversation.`,
  );
}

/** What the thread keeps for its later runs: each may add to it. Throws `invalid` when it is too much. */
function lastingConfig(configurable: JsonObject): JsonObject {
  const kept = lastingConfigurable(configurable);
  if (JSON.stringify(kept).length > REQUEST_LIMITS.configBytes)
    throw new StorageError(
      'invalid',
      'The runs of this conversation have left more configuration on it than one may have. Send less in config.configurable.',
    );
  return kept;
}
