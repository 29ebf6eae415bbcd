import {
  AIMessage,
  ToolMessage,
  type BaseMessage,
  type SystemMessage,
} from '@langchain/core/messages';
import { isCommand, StateSchema, type LangGraphRunnableConfig } from '@langchain/langgraph';
import { createMiddleware, type AgentMiddleware } from 'langchain';
import { z } from 'zod';

import { PRIVATE_CONTENTS_KEY, PRIVATE_OWNER_KEY } from '#contract/names';
import { receiptOfRead, type MemoryReader } from '#contract/memory-read';
import { MEMORY_RECEIPT_KEY, type ReadReceipt } from '#contract/revision';
import type { MemoryScope } from '#contract/scope';
import { STANDING_KEY } from '#contract/standing';

import { askingMessage, normaliseReply } from '../models/reply.ts';
import { answerFaultyCall, carryOut, type ToolRequest } from '../tool-slips.ts';
import type { Basis } from './change.ts';
import { standingChannel, standingOf, standingPrompt } from '../standing.ts';
import { explainMemoryError } from './explain-error.ts';
import { MemoryOwnerError } from './failure.ts';
import { fencedMemory } from './fence.ts';
import { observe, observeAndKeep, ownerKept } from './observation.ts';
import { runIds, runScope } from './run-context.ts';
import { memoryIsOff } from './run-mode.ts';
import { currentToolCall, duringToolCall, type ToolCallInProgress } from './tool-call.ts';
import { noteShown, viewOf } from './writer-view.ts';

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
export function observeMemory(guidelines: string): AgentMiddleware {
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
      const given = { guidelines, scope, standing, reader: 'agent' } as const;
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
export function observeMemoryAsSubagent(guidelines: string): AgentMiddleware {
  return createMiddleware({
    name: NAME,
    wrapModelCall: async (request, handler) => {
      // The task tool of the parent is in progress around all that a subagent does.
      const standing = currentToolCall()?.standing ?? [];
      const given = { guidelines, scope: runScope(), standing, reader: 'subagent' } as const;
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
  readonly guidelines: string;
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
 * so that providers can cache it: system, guidelines, standing instructions, memory, messages.
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
    ...(observed ? [guidelines] : []),
    ...(standing.length > 0 ? [standingPrompt(standing)] : []),
    ...(observed ? [fencedMemory(observed.snapshot.text)] : []),
  ];
  const systemMessage = parts.reduce(
    (prompt, part) => prompt.concat(`\n\n${part}`),
    request.systemMessage,
  );
  const reply = normaliseReply(await handler({ ...request, systemMessage }), messages);
  return observed ? withReceipt(reply, receiptOfRead(observed.read)) : reply;
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

/** Runs a tool, and makes its message say whether the tool succeeded. */
async function answerToolCall<R extends ToolRequest & { readonly state: unknown }, T>(
  kind: 'agent' | 'subagent',
  request: R,
  handler: (request: R) => T | Promise<T>,
): Promise<T | ToolMessage> {
  const { id, name, args } = request.toolCall;
  const { messages } = request.state as ObservedState;
  const message = askingMessage(messages, id);
  const refused = answerFaultyCall(message, request);
  if (refused) return refused;
  const call: ToolCallInProgress = {
    action: { name, args },
    author: {
      kind,
      ...runIds(),
      message_id: message?.id ?? null,
      ...(kind === 'subagent' && turnOf(currentToolCall())),
      tool_call_id: id ?? null,
    },
    base: baseOf(message),
    view: viewOf(messages, message),
    standing: kind === 'agent' ? standingOf(request.state) : (currentToolCall()?.standing ?? []),
  };
  const result = await duringToolCall(call, () => carryOut(request, handler, isMemoryError));
  if (isCommand(result) || !ToolMessage.isInstance(result)) return result;
  if (call.failure !== undefined) result.status = 'error';
  if (call.note !== undefined) result.content = `${result.text}. ${call.note}`;
  if (call.shown !== undefined) noteShown(result, call.shown);
  return result;
}

/** A memory that cannot be read, or another owner's, ends the run wherever it is met. */
function isMemoryError(error: unknown): boolean {
  return explainMemoryError(error) !== undefined;
}

/** The message of the conversation itself under which a subagent is at work. */
function turnOf(task: ToolCallInProgress | undefined): { turn_message_id?: string } {
  const id = task?.author.turn_message_id ?? task?.author.message_id ?? undefined;
  return id === undefined ? {} : { turn_message_id: id };
}

/** What the model call behind a message had read: the basis of the writes that it asks for. */
function baseOf(message: AIMessage | undefined): Basis {
  const receipt: unknown = message?.response_metadata[MEMORY_RECEIPT_KEY];
  if (typeof receipt !== 'object' || receipt === null || !('sha256' in receipt)) return undefined;
  return typeof receipt.sha256 === 'string' ? receipt.sha256 : null;
}
