import { AIMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { isCommand, type LangGraphRunnableConfig } from '@langchain/langgraph';
import { createMiddleware, type AgentMiddleware } from 'langchain';
import { z } from 'zod';

import {
  MEMORY_EVENT,
  MEMORY_PATH,
  PRIVATE_CONTENTS_KEY,
  PRIVATE_OWNER_KEY,
  type MemoryPhase,
} from '#contract/names';
import type { MemoryContents, MemoryEvent } from '#contract/observation';
import { MEMORY_RECEIPT_KEY, type MemoryReceipt } from '#contract/revision';
import type { MemoryScope } from '#contract/scope';

import { askingMessage, isIncomplete, soundReply } from '../reply.ts';
import type { Basis } from './change.ts';
import { MemoryOwnerError, MemoryUnavailableError, MemoryUnusableError } from './failure.ts';
import { fencedMemory } from './fence.ts';
import { readMemory, type MemorySnapshot } from './file.ts';
import { runIds, runScope, runStore } from './run-context.ts';
import { duringToolCall, type ToolCallInProgress } from './tool-call.ts';

/** Kept in checkpoints, never in outputs, refused as input: the leading underscore says so. */
const privateState = z.object({
  [PRIVATE_CONTENTS_KEY]: z.record(z.string(), z.string()).optional(),
  [PRIVATE_OWNER_KEY]: z.string().optional(),
});

interface ObservedState {
  readonly messages: readonly BaseMessage[];
  readonly [PRIVATE_OWNER_KEY]?: string | undefined;
}

type Writer = LangGraphRunnableConfig['writer'];

/** Under this very name it takes the place of the stock memory, which reads once per thread. */
const NAME = 'MemoryMiddleware';

/**
 * Observes the memory before the agent starts, before every model call and after the agent ends, and
 * binds the thread to its owner. A failed read ends the run; no model call follows it.
 */
export function observeMemory(): AgentMiddleware {
  return createMiddleware({
    name: NAME,
    stateSchema: privateState,
    beforeAgent: async (state, runtime) => {
      const scope = runScope();
      const owner = (state as ObservedState)[PRIVATE_OWNER_KEY];
      if (owner !== undefined && owner !== scope) throw new MemoryOwnerError('foreign');
      return observed('initial', scope, runtime.writer);
    },
    wrapModelCall: async (request, handler) => {
      const scope = boundScope(request.state);
      const snapshot = await observe('model', scope, request.runtime.writer);
      const systemMessage = request.systemMessage.concat(`\n\n${fencedMemory(snapshot.text)}`);
      const reply = await handler({ ...request, systemMessage });
      return withReceipt(soundReply(reply, request.state.messages), snapshot.receipt);
    },
    wrapToolCall: async (request, handler) => {
      boundScope(request.state);
      return answerToolCall('agent', request, handler);
    },
    afterAgent: async (state, runtime) => observed('terminal', boundScope(state), runtime.writer),
  }) as AgentMiddleware;
}

/**
 * The same for a subagent, whose thread and owner are its parent's: every one of its model calls
 * reads the memory afresh, its writes are recorded as a subagent's.
 */
export function observeMemoryAsSubagent(): AgentMiddleware {
  return createMiddleware({
    name: NAME,
    wrapModelCall: async (request, handler) => {
      const snapshot = await observe('model', runScope(), request.runtime.writer);
      const systemMessage = request.systemMessage.concat(`\n\n${fencedMemory(snapshot.text)}`);
      const reply = await handler({ ...request, systemMessage });
      return withReceipt(soundReply(reply, request.state.messages), snapshot.receipt);
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

/** One read of the store, told on the run's stream as it is. Throws MemoryUnavailableError. */
async function observe(
  phase: MemoryPhase,
  scope: MemoryScope,
  writer: Writer | undefined,
): Promise<MemorySnapshot> {
  const snapshot = await readMemory(runStore(), scope);
  if (snapshot.problem !== undefined)
    throw new MemoryUnavailableError(new MemoryUnusableError(snapshot.problem));
  const event: MemoryEvent = {
    name: MEMORY_EVENT,
    data: { memory_contents: contentsOf(snapshot), memory_scope_owner: scope, phase },
  };
  writer?.(event);
  return snapshot;
}

/** Observes, and keeps what was seen in private state. */
async function observed(
  phase: MemoryPhase,
  scope: MemoryScope,
  writer: Writer | undefined,
): Promise<Record<string, unknown>> {
  const contents = contentsOf(await observe(phase, scope, writer));
  // The empty list keeps the hook from writing every message of the thread once more.
  return { messages: [], [PRIVATE_CONTENTS_KEY]: contents, [PRIVATE_OWNER_KEY]: scope };
}

function contentsOf({ text }: MemorySnapshot): MemoryContents {
  return text === undefined ? {} : { [MEMORY_PATH]: text };
}

function withReceipt(reply: AIMessage, receipt: MemoryReceipt): AIMessage {
  reply.response_metadata = { ...reply.response_metadata, [MEMORY_RECEIPT_KEY]: receipt };
  return reply;
}

interface ToolRequest {
  readonly toolCall: { readonly id?: string | undefined; readonly name: string };
  readonly state: unknown;
}

/** Runs a tool, and makes its message say whether the tool succeeded. */
async function answerToolCall<R extends ToolRequest, T>(
  kind: 'agent' | 'subagent',
  request: R,
  handler: (request: R) => T | Promise<T>,
): Promise<T | ToolMessage> {
  const { id, name } = request.toolCall;
  const message = askingMessage((request.state as ObservedState).messages, id);
  if (isIncomplete(message, id))
    return new ToolMessage({
      content:
        'Error: the arguments of this call were cut off before they were complete. Nothing was done. Send the call again, in smaller parts if it is long.',
      tool_call_id: id ?? '',
      name,
      status: 'error',
    });
  const call: ToolCallInProgress = {
    author: { kind, ...runIds(), message_id: message?.id ?? null, tool_call_id: id ?? null },
    base: baseOf(message),
  };
  const result = await duringToolCall(call, () => handler(request));
  if (call.failure === undefined || isCommand(result) || !ToolMessage.isInstance(result))
    return result;
  result.status = 'error';
  return result;
}

/** What the model call behind a message had read: the basis of the writes that it asks for. */
function baseOf(message: AIMessage | undefined): Basis {
  const receipt: unknown = message?.response_metadata[MEMORY_RECEIPT_KEY];
  if (typeof receipt !== 'object' || receipt === null || !('sha256' in receipt)) return undefined;
  return typeof receipt.sha256 === 'string' ? receipt.sha256 : null;
}
