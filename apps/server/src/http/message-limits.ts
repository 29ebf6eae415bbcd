import { HttpError } from './http-error.ts';
import { REQUEST_LIMITS } from '../request-limits.ts';

const { messages: MOST, messageText: LONGEST, messageId: LONGEST_ID } = REQUEST_LIMITS;

/**
 * Refuses a state update with more messages, or longer ones, than one request may have. `update` is
 * an object, or a list of updates or of [key, value] pairs, of any graph.
 * Throws HttpError `too-large`.
 */
export function refuseTooManyMessages(update: unknown, where: string): void {
  const messages = messagesIn(update);
  if (messages.length > MOST)
    throw new HttpError(
      'too-large',
      `${where} has ${messages.length} messages; one request has at most ${MOST}. Send fewer at once.`,
    );
  for (const message of messages) {
    if (textLength(message) > LONGEST)
      throw new HttpError(
        'too-large',
        `${where} has a message of more than ${LONGEST.toLocaleString('en')} characters. Shorten it, or send it in parts.`,
      );
    const id = fieldOf(message, 'id');
    if (typeof id === 'string' && id.length > LONGEST_ID)
      throw new HttpError(
        'invalid',
        `${where} has a message whose id is longer than ${LONGEST_ID} characters.`,
      );
  }
}

function messagesIn(update: unknown): unknown[] {
  if (!Array.isArray(update)) return listOf(fieldOf(update, 'messages'));
  return update.flatMap((part: unknown) => {
    if (!Array.isArray(part)) return messagesIn(part);
    return part[0] === 'messages' ? listOf(part[1]) : [];
  });
}

function listOf(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : [value].flat();
}

/** Characters of a message, in whichever of its forms it comes: a text, a pair or an object. */
function textLength(message: unknown): number {
  if (typeof message === 'string') return message.length;
  if (Array.isArray(message)) return textLength(message[1]);
  const content = fieldOf(message, 'content') ?? fieldOf(fieldOf(message, 'kwargs'), 'content');
  if (typeof content === 'string') return content.length;
  if (!Array.isArray(content)) return 0;
  return content.reduce((sum: number, block: unknown) => sum + blockLength(block), 0);
}

function blockLength(block: unknown): number {
  if (typeof block === 'string') return block.length;
  const text = fieldOf(block, 'text');
  return typeof text === 'string' ? text.length : 0;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
