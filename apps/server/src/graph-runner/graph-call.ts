import type { BaseCheckpointSaver, BaseStore } from '@langchain/langgraph-checkpoint';

import type { StreamMode } from '@langchain/langgraph';

import { OWNER_WORK_KEY, type OwnerWork } from '#graph/work/owner-work';
import {
  PAST_CONVERSATIONS_KEY,
  type PastConversations,
} from '#graph/agents/memory/recall/past-conversations';

import type { JsonObject, RunRow } from '../storage/storage.ts';
import type { RunRequest } from './run-request.ts';

/** Keys of `configurable` that name one run's place; a thread does not keep them. */
const OF_ONE_RUN: ReadonlySet<string> = new Set([
  'thread_id',
  'run_id',
  'graph_id',
  'assistant_id',
  'checkpoint_id',
  'checkpoint_ns',
  'checkpoint_map',
]);

/** The part of a client's `configurable` that is the client's to say: none of the library's keys. */
export function ownConfigurable(configurable: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(configurable).filter(([key]) => !key.startsWith('__')));
}

/** The keys of a run's `configurable` that hold for the thread's later runs too. */
export function lastingConfigurable(configurable: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(ownConfigurable(configurable)).filter(([key]) => !OF_ONE_RUN.has(key)),
  );
}

/** The parts of one attempt that a call of the graph needs. */
export interface CallParts {
  readonly run: RunRow;
  readonly request: RunRequest;
  /** Writes under the attempt's fence. */
  readonly saver: BaseCheckpointSaver;
  /** The same for what has to be put in order before the run begins. */
  readonly saverBefore: BaseCheckpointSaver;
  readonly store: BaseStore;
  /** What the owner said and was told elsewhere. */
  readonly pastConversations: PastConversations;
  /** The owner's work records and documents. */
  readonly work: OwnerWork;
  readonly signal: AbortSignal;
}

/**
 * The config of every call into the graph. What is the run's own is passed here: the graph is
 * shared by all runs and never changed.
 */
export function graphConfig(parts: CallParts) {
  const { pastConversations, request, run, saver, signal, store, work } = parts;
  const names = {
    run_id: run.runId,
    thread_id: run.threadId,
    graph_id: request.graph_id,
    assistant_id: run.assistantId,
  };
  return {
    configurable: {
      ...ownConfigurable(request.config.configurable),
      checkpoint_ns: '',
      ...names,
      __pregel_checkpointer: saver,
      [PAST_CONVERSATIONS_KEY]: pastConversations,
      [OWNER_WORK_KEY]: work,
    },
    metadata: { ...request.config.metadata, ...run.metadata, ...names, run_attempt: run.attempt },
    store,
    signal,
    ...(request.config.tags && { tags: [...request.config.tags] }),
    ...(request.context && { context: request.context }),
  };
}

/**
 * The config of what is put in order before a run begins. It does not name the run: the library takes an
 * input for the answer to an interrupt where the head is of the same run.
 */
export function configBefore(parts: CallParts) {
  const { configurable, metadata, ...config } = graphConfig({ ...parts, saver: parts.saverBefore });
  return { ...config, configurable: unnamed(configurable), metadata: unnamed(metadata) };
}

function unnamed<T extends object>(names: T): Omit<T, 'run_id'> {
  return Object.fromEntries(Object.entries(names).filter(([key]) => key !== 'run_id')) as T;
}

/** `graphConfig` and what only streaming takes. `fork` is left out where a run is taken up again. */
export function streamOptions(
  parts: CallParts,
  options: { readonly modes: readonly string[]; readonly fork: boolean },
) {
  const { request, run } = parts;
  const config = graphConfig(parts);
  return {
    ...config,
    configurable: {
      ...config.configurable,
      ...(options.fork ? forkPoint(request) : withoutFork()),
    },
    runId: run.runId,
    streamMode: [...options.modes] as StreamMode[],
    subgraphs: request.stream_subgraphs,
    durability: 'sync' as const,
    ...(request.config.recursion_limit !== undefined && {
      recursionLimit: request.config.recursion_limit,
    }),
    ...(request.interrupt_before && { interruptBefore: nodes(request.interrupt_before) }),
    ...(request.interrupt_after && { interruptAfter: nodes(request.interrupt_after) }),
  };
}

/** The checkpoint that a request goes on from, as a config names it; nothing for the newest one. */
export function forkPoint({ checkpoint }: RunRequest): JsonObject {
  const { checkpoint_id, checkpoint_ns, checkpoint_map } = checkpoint ?? {};
  return {
    ...(typeof checkpoint_id === 'string' && { checkpoint_id }),
    ...(typeof checkpoint_ns === 'string' && { checkpoint_ns }),
    ...(typeof checkpoint_map === 'object' && checkpoint_map !== null && { checkpoint_map }),
  };
}

function withoutFork(): JsonObject {
  return { checkpoint_id: undefined, checkpoint_map: undefined };
}

function nodes(names: readonly string[] | '*'): string[] | '*' {
  return names === '*' ? '*' : [...names];
}
