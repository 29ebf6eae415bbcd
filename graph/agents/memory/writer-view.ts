import { ToolMessage, type AIMessage, type BaseMessage } from '@langchain/core/messages';

import { isSha256, isString } from '#contract/shape';

import type { WriterView } from '#graph/memory/write-request';

/** Key in a tool message's `response_metadata` of what its result showed of the memory. */
const SHOWN_KEY = 'memory_shown';

/** What the result of a tool call showed the model of the memory, or told it about that. */
export type Shown =
  /** The file as it was, by its SHA-256; null for no file. */
  | { readonly read: string | null }
  /** That the text in the prompt is the one to go by, whatever was read before. */
  | { readonly goes_by_prompt: true }
  /** Lines that a write would have dropped, by their keys. */
  | { readonly would_drop: readonly string[] };

/** Notes it on the tool's message, where it stays with the conversation. */
export function noteShown(message: ToolMessage, shown: Shown): void {
  message.response_metadata = { ...message.response_metadata, [SHOWN_KEY]: shown };
}

/**
 * What an agent had in view when it asked for a write, beside its prompt: read from the messages
 * before the asking one, so that a run that is resumed or taken up again sees the same.
 */
export function viewOf(
  messages: readonly BaseMessage[],
  asking: AIMessage | undefined,
): WriterView {
  const end = asking === undefined ? -1 : messages.lastIndexOf(asking);
  const earlier = messages.slice(0, end < 0 ? messages.length : end);
  const turn = earlier.slice(earlier.findLastIndex((message) => message.type === 'human') + 1);
  const read = readInView(earlier);
  const confirmed = new Set(turn.flatMap((message) => droppedIn(shownBy(message))));
  return { confirmed, ...(read !== undefined && { read }) };
}

/** The newest reading by tool, unless a later result sent the model back to its prompt. */
function readInView(messages: readonly BaseMessage[]): string | null | undefined {
  for (const message of messages.toReversed()) {
    const shown = shownBy(message);
    if ('goes_by_prompt' in shown) return undefined;
    const { read } = shown;
    if (read === null || isSha256(read)) return read;
  }
  return undefined;
}

function droppedIn({ would_drop: lines }: Record<string, unknown>): string[] {
  return Array.isArray(lines) ? lines.filter(isString) : [];
}

/** What is noted on a message; a stored one may hold anything. */
function shownBy(message: BaseMessage): Record<string, unknown> {
  const shown: unknown = ToolMessage.isInstance(message)
    ? message.response_metadata[SHOWN_KEY]
    : undefined;
  return typeof shown === 'object' && shown !== null ? { ...shown } : {};
}
