import { ToolMessage, type AIMessage, type BaseMessage } from '@langchain/core/messages';
import { isCommand } from '@langchain/langgraph';

import { MEMORY_RECEIPT_KEY } from '#contract/revision';
import type { Basis } from '#graph/memory/change';

import { withinPage } from './file-page.ts';
import { askingMessage } from '../../models/reply.ts';
import { standingOf } from './standing.ts';
import { answerFaultyCall, carryOut, type ToolRequest } from './tool-slips.ts';
import { explainMemoryError } from './explain-error.ts';
import { runIds } from './run-context.ts';
import { currentToolCall, duringToolCall, type ToolCallInProgress } from './tool-call.ts';
import { noteShown, viewOf } from './writer-view.ts';

/** Runs a tool, and makes its message say whether the tool succeeded. */
export async function answerToolCall<R extends ToolRequest & { readonly state: unknown }, T>(
  kind: 'agent' | 'subagent',
  request: R,
  handler: (request: R) => T | Promise<T>,
): Promise<T | ToolMessage> {
  const { id, name, args } = request.toolCall;
  const { messages } = request.state as { readonly messages: readonly BaseMessage[] };
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
  // What goes wrong about the memory itself is never the call's own fault.
  const isFatal = (error: unknown) => call.usesMemory === true || isMemoryError(error);
  const result = await duringToolCall(call, () => carryOut(request, handler, isFatal));
  if (isCommand(result) || !ToolMessage.isInstance(result)) return result;
  if (call.failure !== undefined) result.status = 'error';
  if (typeof result.content === 'string') result.content = withinPage(result.content);
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
