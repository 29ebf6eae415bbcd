import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  type BaseMessage,
} from '@langchain/core/messages';
import { Command, InMemoryStore, MemorySaver } from '@langchain/langgraph';
import type { BaseStore } from '@langchain/langgraph-checkpoint';

import { MEMORY_MODE_KEY, type MemoryMode } from '#contract/memory-mode';
import { MEMORY_PATH, memoryNamespace } from '#contract/names';
import { isMemoryEvent, parseObservation, type MemoryObservation } from '#contract/observation';
import type { MemoryScope } from '#contract/scope';
import { TIME_ZONE_KEY } from '#contract/time-zone';

import { createProcessLock } from '#graph/memory/lock';
import { ANNA } from '#graph/memory/testing/owners';

import { createAgent, type AgentParts } from '../agents/memory/agent.ts';
import {
  PAST_CONVERSATIONS_KEY,
  type PastConversations,
} from '../agents/memory/recall/past-conversations.ts';

/** What a turn left behind. */
export interface Turn {
  readonly observations: readonly MemoryObservation[];
  /** Namespaces of the observations: empty for the agent itself, the subagent's otherwise. */
  readonly places: readonly string[];
  /** Pieces of the agent's own answers as they were streamed. */
  readonly pieces: readonly string[];
  readonly error: unknown;
}

export interface TurnOptions {
  readonly scope?: MemoryScope;
  readonly context?: unknown;
  readonly signal?: AbortSignal;
  readonly runId?: string;
  readonly mode?: MemoryMode;
  readonly timeZone?: string;
  /** The past conversations that a server would hand in. */
  readonly past?: PastConversations;
}

/** One agent on one store and saver, as a server would run it. */
export class Harness {
  readonly store: BaseStore;
  readonly saver = new MemorySaver();
  readonly lock = createProcessLock();
  readonly agent: ReturnType<typeof createAgent>;

  constructor(
    model: BaseChatModel,
    parts: Partial<Pick<AgentParts, 'interruptOn'>> & { store?: BaseStore } = {},
  ) {
    const { store = new InMemoryStore(), ...rest } = parts;
    this.store = store;
    this.agent = createAgent({ model, store, checkpointer: this.saver, lock: this.lock, ...rest });
  }

  say(thread: string, text: string, options: TurnOptions = {}): Promise<Turn> {
    return this.run(thread, { messages: [new HumanMessage(text)] }, options);
  }

  /** Streams one run to its end; an error is part of what it left behind. */
  async run(thread: string, input: unknown, options: TurnOptions = {}): Promise<Turn> {
    const observations: MemoryObservation[] = [];
    const places: string[] = [];
    const pieces: string[] = [];
    try {
      const stream = await this.agent.stream(input as Command, {
        ...this.config(thread, options),
        streamMode: ['custom', 'messages'],
        subgraphs: true,
      });
      for await (const [namespace, mode, event] of stream) {
        if (mode === 'messages') {
          const [message] = event as [BaseMessage, unknown];
          if (AIMessageChunk.isInstance(message) && namespace.length === 0)
            pieces.push(message.text);
          continue;
        }
        if (!isMemoryEvent(event)) continue;
        const observation = parseObservation(event.data);
        if (!observation) throw new Error('The agent emitted an observation that is not valid.');
        observations.push(observation);
        places.push(namespace.join('|'));
      }
      return { observations, places, pieces, error: undefined };
    } catch (error) {
      return { observations, places, pieces, error };
    }
  }

  config(
    thread: string,
    { scope = ANNA, context, signal, runId, mode, timeZone, past }: TurnOptions = {},
  ) {
    return {
      configurable: {
        thread_id: thread,
        ...(runId === undefined ? {} : { run_id: runId }),
        ...(mode === undefined ? {} : { [MEMORY_MODE_KEY]: mode }),
        ...(timeZone === undefined ? {} : { [TIME_ZONE_KEY]: timeZone }),
        ...(past === undefined ? {} : { [PAST_CONVERSATIONS_KEY]: past }),
      },
      context: (context === undefined ? { memory_scope: scope } : context) as {
        memory_scope: never;
      },
      ...(signal ? { signal } : {}),
    };
  }

  async messages(thread: string): Promise<BaseMessage[]> {
    const state = await this.agent.getState({ configurable: { thread_id: thread } });
    return (state.values as { messages?: BaseMessage[] }).messages ?? [];
  }

  /** Text of the last message of a thread. */
  async lastWords(thread: string): Promise<string> {
    const last = (await this.messages(thread)).at(-1);
    return AIMessage.isInstance(last) ? last.text : '';
  }

  async memory(of: MemoryScope = ANNA): Promise<string | undefined> {
    const item = await this.store.get(memoryNamespace(of), MEMORY_PATH);
    return item?.value['content'] as string | undefined;
  }

  /** Writes the file past the gate, as other means would. */
  async plant(text: string, of: MemoryScope = ANNA): Promise<void> {
    const at = '2026-01-01T00:00:00.000Z';
    const times = { created_at: at, modified_at: at };
    await this.store.put(memoryNamespace(of), MEMORY_PATH, {
      content: text,
      mimeType: 'text/markdown',
      ...times,
    });
  }
}
