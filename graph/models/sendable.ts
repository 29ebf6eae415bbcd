import type { OpenAIClient } from '@langchain/openai';

type Message = OpenAIClient.Chat.ChatCompletionMessageParam;

/** The name of a call that came without one: providers refuse a conversation that holds a nameless call. */
export const UNNAMED_TOOL = 'unnamed_tool';

/**
 * A message as every provider takes it: no half of a character pair in any text, no empty text beside
 * files, no call without a name.
 */
export function sendable(message: Message): Message {
  return wellFormed(withNamedCalls(withoutEmptyText(message))) as Message;
}

/** Files that come without words begin with an empty text, which some providers refuse. */
function withoutEmptyText(message: Message): Message {
  if (message.role !== 'user' || !Array.isArray(message.content)) return message;
  const kept = message.content.filter((part) => part.type !== 'text' || part.text !== '');
  return kept.length > 0 ? { ...message, content: kept } : message;
}

function withNamedCalls(message: Message): Message {
  if (message.role !== 'assistant' || message.tool_calls === undefined) return message;
  const calls = message.tool_calls.map((call) =>
    call.type === 'function' && call.function.name === ''
      ? { ...call, function: { ...call.function, name: UNNAMED_TOOL } }
      : call,
  );
  return { ...message, tool_calls: calls };
}

/** A JSON value whose texts are well-formed Unicode: half a pair becomes the replacement character. */
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.toWellFormed(), wellFormed(each)]),
  );
}

/** Whether every text of a JSON value is well-formed Unicode. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, each]) => key.isWellFormed() && isWellFormed(each));
}
