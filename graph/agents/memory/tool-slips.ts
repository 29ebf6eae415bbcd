import { ToolMessage, type AIMessage } from '@langchain/core/messages';
import { interopSafeParseAsync, isInteropZodSchema } from '@langchain/core/utils/types';
import { isGraphBubbleUp } from '@langchain/langgraph';

import { callFault, type CallFault } from '../../models/reply.ts';
import { causesOf, explainError } from '../../models/model-error.ts';

/** A tool call on its way, as a middleware sees it. */
export interface ToolRequest {
  readonly toolCall: {
    readonly id?: string | undefined;
    readonly name: string;
    readonly args: Record<string, unknown>;
  };
  /** Absent for a tool that there is not. */
  readonly tool?: unknown;
  readonly runtime?: { readonly signal?: AbortSignal | undefined };
}

const FAULTS: Readonly<Record<CallFault, string>> = {
  cut: 'the arguments of this call were cut off before they were complete. Nothing was done. Send the call again, in smaller parts if it is long.',
  malformed:
    'the arguments of this call are no JSON object. Nothing was done. Send the call again.',
  'ill-formed':
    'the arguments of this call hold half of a Unicode pair (a broken character). Nothing was done. Send the call again with whole characters.',
  unnamed: 'this call names no tool. Nothing was done. Send it again with the name of a tool.',
};

/** The result of a call that may not be carried out; undefined for one that may. */
export function answerFaultyCall(
  asking: AIMessage | undefined,
  { toolCall }: ToolRequest,
): ToolMessage | undefined {
  const fault = callFault(asking, toolCall.id);
  return fault && failed(toolCall, FAULTS[fault]);
}

/**
 * Carries a call out. What a model can get wrong (arguments that do not fit, a subagent that there is
 * not) and what goes wrong within a tool or a subagent comes back as the tool's result, in a sentence
 * that repeats no arguments and shows nothing of the server: a model's slip never ends a run.
 *
 * Interrupts, a stop, and errors that `isFatal` names are thrown on: those end a run, or pause it.
 */
export async function carryOut<R extends ToolRequest, T>(
  request: R,
  handler: (request: R) => T | Promise<T>,
  isFatal: (error: unknown) => boolean,
): Promise<T | ToolMessage> {
  const { toolCall, tool, runtime } = request;
  const problem = await argumentsProblem(tool, toolCall.args);
  if (problem !== undefined) return failed(toolCall, problem);
  try {
    return await handler(request);
  } catch (error) {
    if (isGraphBubbleUp(error) || isStop(error, runtime?.signal) || isFatal(error)) throw error;
    return failed(toolCall, describeToolError(error));
  }
}

function failed({ id, name }: ToolRequest['toolCall'], sentence: string): ToolMessage {
  return new ToolMessage({
    content: `Error: ${sentence}`,
    tool_call_id: id ?? '',
    name,
    status: 'error',
  });
}

/** Where arguments do not fit the tool's schema, field by field, and which fields there are. */
async function argumentsProblem(
  tool: unknown,
  args: Record<string, unknown>,
): Promise<string | undefined> {
  const schema: unknown = typeof tool === 'object' && tool !== null && Reflect.get(tool, 'schema');
  if (!isInteropZodSchema(schema)) return undefined;
  const parsed = await interopSafeParseAsync(schema, args);
  if (parsed.success) return undefined;
  const wrong = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the arguments'}: ${message}`,
  );
  return `the arguments do not fit. ${wrong.slice(0, 5).join('; ')}. Nothing was done.`;
}

/** What `task` says of a subagent that there is not, with the names of those that there are. */
const ALLOWED_SUBAGENTS = /the only allowed types are (.+)$/;

function describeToolError(error: unknown): string {
  const chain = causesOf(error);
  for (const { message } of chain) {
    const allowed = ALLOWED_SUBAGENTS.exec(message)?.[1];
    if (allowed !== undefined) return `there is no such subagent. There is: ${allowed}.`;
  }
  const failure = explainError(error);
  return failure.kind === 'internal'
    ? 'the tool failed, and nothing more is known about it. Go on without it, or tell the person.'
    : `it could not be finished. ${failure.sentence}`;
}

function isStop(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true || explainError(error).kind === 'cancelled';
}
