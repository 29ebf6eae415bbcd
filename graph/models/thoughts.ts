import type { OpenAIClient } from '@langchain/openai';

type Message = OpenAIClient.Chat.ChatCompletionMessageParam;

/**
 * Which of its earlier thoughts a provider is sent. DeepSeek and Kimi demand those of messages that
 * called tools, some servers demand all of them, and others refuse the field wherever it stands.
 */
export const THOUGHT_POLICIES = ['with-calls', 'all', 'none'] as const;
export type ThoughtPolicy = (typeof THOUGHT_POLICIES)[number];

/**
 * Adds thoughts to a request's assistant messages, the first of `thoughts` to the first of them.
 * A message that called tools gets an empty thought where it has none, since it may not be left out.
 */
export function withThoughts(
  messages: readonly Message[],
  thoughts: readonly (string | undefined)[],
  policy: ThoughtPolicy,
): Message[] {
  const anyThought = thoughts.some((thought) => thought !== undefined);
  if (policy === 'none' || (policy === 'with-calls' && !anyThought)) return [...messages];
  let at = 0;
  return messages.map((message) => {
    if (message.role !== 'assistant') return message;
    const thought = thoughts[at++];
    const called = (message.tool_calls?.length ?? 0) > 0;
    if (policy === 'with-calls' && !called) return message;
    return { ...message, reasoning_content: thought ?? '' } as Message;
  });
}

/**
 * The policy to try after a refusal: the next one in order, where the provider's words are about
 * thoughts. Undefined when the refusal is about something else, or nothing is left to try.
 */
export function nextPolicy(error: unknown, policy: ThoughtPolicy): ThoughtPolicy | undefined {
  if (!(error instanceof Error) || !('status' in error) || error.status !== 400) return undefined;
  if (!/reasoning|thinking/i.test(error.message)) return undefined;
  return THOUGHT_POLICIES[THOUGHT_POLICIES.indexOf(policy) + 1];
}
