import { AIMessage, type BaseMessage, type SystemMessage } from '@langchain/core/messages';
import { StateSchema, type LangGraphRunnableConfig } from '@langchain/langgraph';
import { createMiddleware, type AgentMiddleware } from 'langchain';
import { z } from 'zod';

import { PRIVATE_CONTENTS_KEY, PRIVATE_OWNER_KEY } from '#contract/names';
import { receiptOfRead, type MemoryReader } from '#contract/memory-read';
import { MEMORY_RECEIPT_KEY, type ReadReceipt } from '#contract/revision';
import type { MemoryScope } from '#contract/scope';
import { STANDING_KEY } from '#contract/standing';
import { MemoryOwnerError } from '#graph/memory/failure';
import { fencedMemory } from '#graph/memory/fence';

import { normaliseReply } from '../../models/reply.ts';
import { loadPrompt } from '../../prompts.ts';
import { standingChannel, standingOf, standingPrompt } from './standing.ts';
import { todayPrompt } from './today.ts';
import { answerToolCall } from './answer-tool-call.ts';
import { observe, observeAndKeep, ownerKept } from './observation.ts';
import { runScope } from './run-context.ts';
import { memoryIsOff, runMode } from './run-mode.ts';
import { currentToolCall } from './tool-call.ts';

/** Underscored keys are kept in checkpoints, never in outputs, and refused as input. */
const memoryState = new StateSchema({
  [STANDING_KEY]: standingChannel,
  [PRIVATE_CONTENTS_KEY]: z.record(z.string(), z.string()).optional(),
  [PRIVATE_OWNER_KEY]: z.string().optional(),
});

interface ObservedState {
  readonly messages: readonly BaseMessage[];
  readonly [PRIVATE_OWNER_KEY]?: string | undefined;
}

/** Under this very name it takes the place of the stock memory, which reads once per thread. */
const NAME = 'MemoryMiddleware';

/**
 * Observes the memory before the agent starts, before every model call and after the agent ends, and
 * binds the thread to its owner. A failed read ends the run; no model call follows it. Where memory
 * is off it binds the owner alone, and the prompt is that of an agent without memory.
 */
export function observeMemory(): AgentMiddleware {
  return createMiddleware({
    name: NAME,
    stateSchema: memoryState,
    beforeAgent: async (state, runtime) => {
      const scope = runScope();
      const owner = (state as ObservedState)[PRIVATE_OWNER_KEY];
      if (owner !== undefined && owner !== scope) throw new MemoryOwnerError('foreign');
      if (memoryIsOff()) return ownerKept(scope);
      return observeAndKeep({ phase: 'initial', scope, writer: runtime.writer });
    },
    wrapModelCall: async (request, handler) => {
      const scope = boundScope(request.state);
      const standing = standingOf(request.state);
      const given = { guidelines: 'memory', scope, standing, reader: 'agent' } as const;
      return answerWithMemory(given, request, handler);
    },
    wrapToolCall: async (request, handler) => {
      boundScope(request.state);
      return answerToolCall('agent', request, handler);
    },
    afterAgent: async (state, runtime) => {
      const scope = boundScope(state);
      if (memoryIsOff()) return;
      return observeAndKeep({ phase: 'terminal', scope, writer: runtime.writer });
    },
  }) as AgentMiddleware;
}

/**
 * The same for a subagent, whose thread, owner and standing instructions are its parent's: every one
 * of its model calls reads the memory afresh, its writes are recorded as a subagent's.
 */
export function observeMemoryAsSubagent(): AgentMiddleware {
  return createMiddleware({
    name: NAME,
    wrapModelCall: async (request, handler) => {
      // The task tool of the parent is in progress around all that a subagent does.
      const standing = currentToolCall()?.standing ?? [];
      const scope = runScope();
      const given = { guidelines: 'subagent-memory', scope, standing, reader: 'subagent' } as const;
      return answerWithMemory(given, request, handler);
    },
    wrapToolCall: async (request, handler) => answerToolCall('subagent', request, handler),
  }) as AgentMiddleware;
}

/** The run's scope, if the thread is bound to it: a resume or goto can start anywhere in the graph. */
function boundScope(state: unknown): MemoryScope {
  const scope = runScope();
  const owner = (state as ObservedState)[PRIVATE_OWNER_KEY];
  if (owner === undefined) throw new MemoryOwnerError('unbound');
  if (owner !== scope) throw new MemoryOwnerError('foreign');
  return scope;
}

interface Given {
  readonly guidelines: 'memory' | 'subagent-memory';
  readonly scope: MemoryScope;
  readonly standing: readonly string[];
  readonly reader: MemoryReader;
}

interface ModelCall {
  readonly systemMessage: SystemMessage;
  readonly state: unknown;
  readonly runtime: { readonly writer?: LangGraphRunnableConfig['writer'] };
}

/**
 * Makes one model call on one read of the memory. The prompt grows less constant towards its end,
 * so that providers can cache it: system, guidelines, standing instructions, the day, memory, messages.
 */
async function answerWithMemory<R extends ModelCall>(
  { guidelines, scope, standing, reader }: Given,
  request: R,
  handler: (request: R) => AIMessage | Promise<AIMessage>,
): Promise<AIMessage> {
  const { messages } = request.state as ObservedState;
  const off = memoryIsOff();
  const call = callNumber(messages);
  const { writer } = request.runtime;
  const observed = off ? undefined : await observe({ phase: 'model', scope, writer, call, reader });
  const parts = [
    loadPrompt(observed ? guidelines : offPrompt()),
    ...(standing.length > 0 ? [standingPrompt(standing)] : []),
    todayPrompt(),
    ...(observed ? [fencedMemory(observed.snapshot.text)] : []),
  ];
  const systemMessage = parts.reduce(
    (prompt, part) => prompt.concat(`\n\n${part}`),
    request.systemMessage,
  );
  const reply = normaliseReply(await handler({ ...request, systemMessage }), messages);
  return observed ? withReceipt(reply, receiptOfRead(observed.read)) : reply;
}

/** What an agent without memory is told of that: it could not say otherwise why it keeps nothing. */
function offPrompt(): 'memory-off' | 'memory-temporary' {
  return runMode() === 'temporary' ? 'memory-temporary' : 'memory-off';
}

/** Which model call of the turn is next: one more than the answers since the person's last message. */
function callNumber(messages: readonly BaseMessage[]): number {
  const asked = messages.findLastIndex((message) => message.type === 'human');
  return messages.slice(asked + 1).filter((message) => AIMessage.isInstance(message)).length + 1;
}

function withReceipt(reply: AIMessage, receipt: ReadReceipt): AIMessage {
  reply.response_metadata = { ...reply.response_metadata, [MEMORY_RECEIPT_KEY]: receipt };
  return reply;
}
