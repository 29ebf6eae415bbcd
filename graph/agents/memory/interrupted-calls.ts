import { AIMessage, RemoveMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { REMOVE_ALL_MESSAGES } from '@langchain/langgraph';
import { createPatchToolCallsMiddleware } from 'deepagents';
import { createMiddleware, type AgentMiddleware } from 'langchain';

import type { MemoryRevision } from '#contract/revision';
import { SUBAGENT_TOOL } from '#contract/subagent';

import { KEPT_REVISIONS, listRevisions } from '#graph/memory/revisions';
import { runIds, runScope, runStore } from './run-context.ts';
import { memoryIsOff } from './run-mode.ts';

/** Under this very name it takes the place of the stock middleware, which it goes on to. */
const NAME = 'patchToolCallsMiddleware';

/** The two hooks of the stock middleware, which its own type leaves open. */
interface Stock {
  beforeAgent(
    state: { messages: BaseMessage[] },
    runtime: unknown,
  ): Promise<{ messages: BaseMessage[] } | undefined>;
  wrapModelCall: NonNullable<AgentMiddleware['wrapModelCall']>;
}

/**
 * Gives a result to every tool call that a stopped run left without one. The stock middleware calls
 * each of them cancelled; but a change of the memory may have been made when its run was stopped, or
 * by a subagent at work for the call, and then the model and the transcript are told so.
 */
export function answerInterruptedCalls(): AgentMiddleware {
  const stock = createPatchToolCallsMiddleware() as Stock;
  return createMiddleware({
    name: NAME,
    beforeAgent: async (state, runtime) => {
      const messages = await withChangesMade(state.messages);
      const patched = await stock.beforeAgent({ ...state, messages }, runtime);
      if (patched !== undefined || messages === state.messages) return patched;
      return { messages: [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...messages] };
    },
    wrapModelCall: async (request, handler) =>
      stock.wrapModelCall(
        { ...request, messages: await withChangesMade(request.messages) },
        handler,
      ),
  });
}

/** The messages, with a result after each call that has none although it changed the memory. */
async function withChangesMade(messages: BaseMessage[]): Promise<BaseMessage[]> {
  const answered = new Set(
    messages.flatMap((one) => (ToolMessage.isInstance(one) ? [one.tool_call_id] : [])),
  );
  const open = (message: BaseMessage) =>
    AIMessage.isInstance(message)
      ? (message.tool_calls ?? []).filter(({ id }) => id !== undefined && !answered.has(id))
      : [];
  if (memoryIsOff() || !messages.some((message) => open(message).length > 0)) return messages;
  const { thread_id } = runIds();
  const kept = await listRevisions(runStore(), runScope(), { limit: KEPT_REVISIONS });
  const own = kept.filter(({ author }) => thread_id !== null && author.thread_id === thread_id);
  const told = messages.flatMap((message) => [
    message,
    ...open(message).flatMap((call) => resultOf(call, message.id, own) ?? []),
  ]);
  return told.length > messages.length ? told : messages;
}

interface OpenCall {
  readonly id?: string | undefined;
  readonly name: string;
}

/** What a call without a result has changed of the memory, told in its result; undefined if nothing. */
function resultOf(
  { id = '', name }: OpenCall,
  messageId: string | undefined,
  revisions: readonly MemoryRevision[],
): ToolMessage | undefined {
  const made = revisions.find(
    ({ author }) => author.tool_call_id === id && author.message_id === (messageId ?? null),
  );
  if (made)
    return new ToolMessage({
      name,
      tool_call_id: id,
      content: `The run was stopped before this call could report, but the change was made: it is revision ${made.number} of the memory file.`,
    });
  const below = name === SUBAGENT_TOOL ? revisions.filter((one) => isBelow(one, messageId)) : [];
  if (below.length === 0) return undefined;
  const numbers = below.map(({ number }) => number).toReversed();
  return new ToolMessage({
    name,
    tool_call_id: id,
    content: `Tool call ${name} with id ${id} was cancelled - another message came in before it could be completed. By then the subagents that the same message had asked for had changed the memory file: revision ${numbers.join(', ')}. Read it before you write it again.`,
  });
}

/** Whether a revision was written by a subagent at work for a message. */
function isBelow({ author }: MemoryRevision, messageId: string | undefined): boolean {
  return author.kind === 'subagent' && author.turn_message_id === messageId;
}
