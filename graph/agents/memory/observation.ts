import type { LangGraphRunnableConfig } from '@langchain/langgraph';

import {
  MEMORY_EVENT,
  MEMORY_PATH,
  PRIVATE_CONTENTS_KEY,
  PRIVATE_OWNER_KEY,
  type MemoryPhase,
} from '#contract/names';
import type { MemoryContents, MemoryEvent } from '#contract/observation';
import { MEMORY_READ_EVENT, type MemoryRead, type MemoryReader } from '#contract/memory-read';
import type { MemoryScope } from '#contract/scope';
import { utf8Bytes } from '#contract/text';

import { MemoryUnavailableError, MemoryUnusableError } from '#graph/memory/failure';
import { readMemory, type MemorySnapshot } from '#graph/memory/file';
import { runStore } from './run-context.ts';

type Writer = LangGraphRunnableConfig['writer'];

/** When, for whom and where to tell it. */
export interface Occasion {
  readonly phase: MemoryPhase;
  readonly scope: MemoryScope;
  readonly writer: Writer | undefined;
  /** Number of the model call in its turn; null outside of calls. */
  readonly call?: number;
  /** The agent unless said otherwise. */
  readonly reader?: MemoryReader;
}

/** What a read found, and what is told of it. */
export interface Observed {
  readonly snapshot: MemorySnapshot;
  readonly read: MemoryRead;
}

/**
 * One read of the store, told on the run's stream as it is: the contract's event, and beside it
 * which revision it was. Throws MemoryUnavailableError.
 */
export async function observe(occasion: Occasion): Promise<Observed> {
  const { phase, scope, writer, call = null, reader = 'agent' } = occasion;
  const snapshot = await readMemory(runStore(), scope);
  if (snapshot.problem !== undefined)
    throw new MemoryUnavailableError(new MemoryUnusableError(snapshot.problem));
  const observation: MemoryEvent = {
    name: MEMORY_EVENT,
    data: { memory_contents: contentsOf(snapshot), memory_scope_owner: scope, phase },
  };
  const { text = '', receipt } = snapshot;
  const read: MemoryRead = {
    ...receipt,
    bytes: utf8Bytes(text),
    read_at: new Date().toISOString(),
    call,
    phase,
    reader,
  };
  writer?.(observation);
  writer?.({ name: MEMORY_READ_EVENT, data: read });
  return { snapshot, read };
}

/** Observes, and keeps what was seen in private state. */
export async function observeAndKeep(occasion: Occasion): Promise<Record<string, unknown>> {
  const { snapshot } = await observe(occasion);
  const contents = contentsOf(snapshot);
  return { ...ownerKept(occasion.scope), [PRIVATE_CONTENTS_KEY]: contents };
}

/** The state update that binds a thread to its owner and keeps nothing else. */
export function ownerKept(scope: MemoryScope): Record<string, unknown> {
  // The empty list keeps the hook from writing every message of the thread once more.
  return { messages: [], [PRIVATE_OWNER_KEY]: scope };
}

function contentsOf({ text }: MemorySnapshot): MemoryContents {
  return text === undefined ? {} : { [MEMORY_PATH]: text };
}
