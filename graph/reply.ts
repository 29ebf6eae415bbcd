import { randomInt } from 'node:crypto';

import { AIMessage, type BaseMessage } from '@langchain/core/messages';

/** The model's reply held neither text nor a tool call. */
export class EmptyReplyError extends Error {
  override readonly name = 'EmptyReplyError';
  constructor() {
    super('The model answered with nothing.');
  }
}

/** Key in `response_metadata` of the ids of tool calls whose arguments never arrived whole. */
const INCOMPLETE_KEY = 'incomplete_tool_calls';

interface RawCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** The arguments as they were sent, when the reply still has them. */
  readonly raw?: string | undefined;
  readonly args?: Record<string, unknown>;
}

/**
 * A reply that is safe to act on: every tool call has an id of its own in this thread, and a call
 * whose arguments are no whole JSON object is marked, so that it is answered instead of executed
 * (a streamed reply that was cut is completed silently to *some* object before it gets here).
 * Throws EmptyReplyError.
 */
export function soundReply(reply: AIMessage, earlier: readonly BaseMessage[]): AIMessage {
  const calls = rawCalls(reply);
  if (calls.length === 0 && reply.text.trim() === '') throw new EmptyReplyError();
  const used = new Set(
    earlier.flatMap((message) => (AIMessage.isInstance(message) ? toolCallIds(message) : [])),
  );
  const cutAtEnd = reply.response_metadata['finish_reason'] === 'length';
  const incomplete: string[] = [];
  const toolCalls = calls.map((call, index) => {
    const id = typeof call.id === 'string' && isNew(call.id, used) ? call.id : freshId(used);
    used.add(id);
    const args = wholeArguments(call);
    if (args === undefined || (cutAtEnd && index === calls.length - 1)) incomplete.push(id);
    return { type: 'tool_call' as const, id, name: call.name ?? '', args: args ?? call.args ?? {} };
  });
  const sound = new AIMessage({
    content: reply.content,
    // Under an id that the thread has already, the reply would take the place of an older message.
    ...(reply.id === undefined || earlier.some(({ id }) => id === reply.id)
      ? {}
      : { id: reply.id }),
    ...(reply.name === undefined ? {} : { name: reply.name }),
    tool_calls: toolCalls,
    response_metadata: {
      ...reply.response_metadata,
      ...(incomplete.length > 0 ? { [INCOMPLETE_KEY]: incomplete } : {}),
    },
  });
  sound.additional_kwargs = withoutRawCalls(reply.additional_kwargs);
  sound.usage_metadata = reply.usage_metadata;
  return sound;
}

/** Whether a provider's id can be kept; some send none, some send the same ones again. */
function isNew(id: string, used: ReadonlySet<string>): boolean {
  return id !== '' && !used.has(id);
}

/** The assistant message that asked for a tool call. */
export function askingMessage(
  messages: readonly BaseMessage[],
  toolCallId: string | undefined,
): AIMessage | undefined {
  return messages.findLast(
    (message): message is AIMessage =>
      AIMessage.isInstance(message) && toolCallIds(message).some((id) => id === toolCallId),
  );
}

/** Whether this call's arguments never arrived whole. */
export function isIncomplete(
  message: AIMessage | undefined,
  toolCallId: string | undefined,
): boolean {
  const ids: unknown = message?.response_metadata[INCOMPLETE_KEY];
  return Array.isArray(ids) && ids.includes(toolCallId);
}

/** Every tool call of a reply: of a stream by its pieces, else as parsed, the unparsable included. */
function rawCalls(reply: AIMessage): RawCall[] {
  const chunks = 'tool_call_chunks' in reply ? (reply.tool_call_chunks as RawChunk[]) : [];
  const parsed = reply.tool_calls ?? [];
  if (chunks.length > 0)
    return chunks.map(({ id, name, args }) => {
      const match = parsed.find((call) => call.id === id && call.name === name);
      return { id, name, raw: args ?? '', ...(match ? { args: match.args } : {}) };
    });
  const invalid = reply.invalid_tool_calls ?? [];
  return [...parsed, ...invalid.map(({ id, name, args }) => ({ id, name, raw: args ?? '' }))];
}

interface RawChunk {
  readonly id?: string;
  readonly name?: string;
  readonly args?: string;
}

/** The arguments if they arrived as one whole JSON object; a call without any has none to send. */
function wholeArguments({ raw, args, name }: RawCall): Record<string, unknown> | undefined {
  if (name === undefined || name === '') return undefined;
  if (raw === undefined) return args;
  if (raw.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(raw);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    // Not whole: the caller marks the call as incomplete.
    return undefined;
  }
}

function toolCallIds(message: AIMessage): string[] {
  return (message.tool_calls ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));
}

/** The raw calls would otherwise be sent back to the provider under their old ids. */
function withoutRawCalls(kwargs: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(kwargs).filter(([key]) => key !== 'tool_calls'));
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Nine letters or digits: the one form that every provider accepts. */
function freshId(used: ReadonlySet<string>): string {
  let id: string;
  do id = Array.from({ length: 9 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  while (used.has(id));
  return id;
}
