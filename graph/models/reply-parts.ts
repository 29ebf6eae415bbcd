import { isObject } from '#contract/shape';

/** The text of a message or a piece of one: the answer, and the thoughts before it. */
export interface ReplyParts {
  readonly answer: string;
  readonly thought: string;
}

/** Names under which providers send thoughts, apart from the answer. */
const THOUGHT_FIELDS = ['reasoning_content', 'reasoning', 'thinking'] as const;

/**
 * Reads what a message, or a piece of one, says: `content` as a text or as a list of parts, words of
 * a refusal as the answer that they are, thoughts by any name that providers give them.
 */
export function replyParts(message: Record<string, unknown>): ReplyParts {
  const { content, refusal } = message;
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  const answer = parts.map((part) => (isThought(part) ? '' : textOf(part))).join('');
  const within = parts.map((part) => (isThought(part) ? textOf(part) : '')).join('');
  const beside = THOUGHT_FIELDS.map((name) => textOf(message[name])).find((text) => text !== '');
  return {
    answer: answer + (typeof refusal === 'string' ? refusal : ''),
    thought: within + (beside ?? detailsOf(message['reasoning_details'])),
  };
}

/** OpenRouter's list of thoughts, which mostly comes beside a plain text of the same words. */
function detailsOf(details: unknown): string {
  return Array.isArray(details) ? details.map(textOf).join('') : '';
}

function isThought(part: unknown): boolean {
  return isObject(part) && (part['type'] === 'thinking' || part['type'] === 'reasoning');
}

/** The text of a part, whatever the name of the field that holds it; parts may hold parts. */
function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  if (Array.isArray(part)) return part.map(textOf).join('');
  if (!isObject(part)) return '';
  return textOf(part['text'] ?? part['thinking'] ?? part['reasoning'] ?? part['refusal']);
}
