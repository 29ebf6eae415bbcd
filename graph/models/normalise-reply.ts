import { randomUUID } from 'node:crypto';

import type { OpenAIClient } from '@langchain/openai';

import { isObject } from '#contract/shape';

import { CallPieces } from './call-pieces.ts';
import { replyParts } from './reply-parts.ts';
import { ThinkTags } from './think-tags.ts';

export type Piece = OpenAIClient.Chat.Completions.ChatCompletionChunk;
export type Completion = OpenAIClient.Chat.Completions.ChatCompletion;

/** What a provider sent is no answer in the protocol that it claims to speak. */
export class ProviderReplyError extends Error {
  override readonly name = 'ProviderReplyError';
}

/**
 * A streamed reply as OpenAI would have sent it. What answers is the assistant, whether it says so or
 * not, and each answer is a message of its own, though some providers give all of them one id.
 * Thoughts come as `reasoning_content`, whatever the provider calls them.
 * Throws ProviderReplyError for a reply that ends in an error.
 */
export async function* normalisePieces(pieces: AsyncIterable<unknown>): AsyncGenerator<Piece> {
  const id = `chatcmpl-${randomUUID()}`;
  const tags = new ThinkTags();
  const calls = new CallPieces();
  let ended = false;
  for await (const piece of pieces) {
    if (!isObject(piece)) continue;
    const choice: unknown = Array.isArray(piece['choices']) ? piece['choices'][0] : undefined;
    if (!isObject(choice)) {
      // The last piece often holds the usage alone.
      yield { ...piece, id, choices: [] } as unknown as Piece;
      continue;
    }
    const finish = finishReason(choice['finish_reason']);
    const delta = deltaOf(choice, tags, calls, finish !== null);
    ended ||= finish !== null;
    yield {
      ...piece,
      id,
      choices: [{ index: 0, delta, finish_reason: finish }],
    } as unknown as Piece;
  }
  const { answer, thought } = tags.end();
  if (!ended && (answer !== '' || thought !== ''))
    yield { id, choices: [{ index: 0, delta: spoken(answer, thought) }] } as unknown as Piece;
}

function deltaOf(
  choice: Record<string, unknown>,
  tags: ThinkTags,
  calls: CallPieces,
  last: boolean,
) {
  // Some providers send whole messages where pieces are due.
  const said = [choice['delta'], choice['message']].find(isObject) ?? {};
  const parts = replyParts(said);
  const now = tags.take(parts.answer);
  const rest = last ? tags.end() : { answer: '', thought: '' };
  const toolCalls = calls.take(said['tool_calls'] ?? asCalls(said['function_call']));
  return {
    ...spoken(now.answer + rest.answer, parts.thought + now.thought + rest.thought),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  };
}

function spoken(answer: string, thought: string) {
  return {
    role: 'assistant' as const,
    content: answer,
    ...(thought !== '' && { reasoning_content: thought }),
  };
}

/** The protocol's form before there were several calls. */
function asCalls(call: unknown): unknown {
  return isObject(call) ? [{ index: 0, function: call }] : undefined;
}

function finishReason(reason: unknown): string | null {
  if (typeof reason !== 'string' || reason === '') return null;
  if (reason === 'error') throw new ProviderReplyError('The provider ended its reply in an error.');
  return reason === 'function_call' ? 'tool_calls' : reason;
}

/** The same for a reply that comes whole. Throws ProviderReplyError where it holds no message. */
export function normaliseCompletion(completion: Completion): Completion {
  const choices: unknown = completion.choices;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isObject(choice) || !isObject(choice['message']))
    throw new ProviderReplyError('The provider sent a reply without a message.');
  const delta = deltaOf({ message: choice['message'] }, new ThinkTags(), new CallPieces(), true);
  const message = { refusal: null, ...delta };
  const finish_reason = finishReason(choice['finish_reason']) ?? 'stop';
  return {
    ...completion,
    id: `chatcmpl-${randomUUID()}`,
    choices: [{ ...choice, index: 0, message, finish_reason }],
  } as unknown as Completion;
}
