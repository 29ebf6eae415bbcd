import { LLMock, type ChatCompletionRequest, type ChatMessage } from '@copilotkit/aimock';

import { partsOf } from '#contract/attachments';

import { plan } from './plan.ts';
import type { Line, PlannedCall } from './transcript.ts';

export interface FakeProviderOptions {
  /** Milliseconds before each piece of an answer. */
  readonly latency?: number;
  /** Characters per piece; small enough by default that arguments arrive in pieces too. */
  readonly chunkSize?: number;
  /** Holds the first requests back until so many have come, so that they are answered at once. */
  readonly gather?: number;
  /** Told every request whole, as it comes: the server's own journal leaves out those above 64 kB. */
  readonly heard?: (request: ChatCompletionRequest) => void;
}

/**
 * A test server that answers /v1/chat/completions over HTTP just as the demo model does in process:
 * the same rules behind a real client, server-sent events and arguments in pieces. Not started.
 */
export function createFakeProvider(options: FakeProviderOptions = {}): LLMock {
  const { latency = 0, chunkSize = 12, gather = 0, heard } = options;
  const fake = new LLMock({ port: 0, latency, chunkSize, journalMaxEntries: 0 });
  const { promise: gathered, resolve: release } = Promise.withResolvers<undefined>();
  let arrived = 0;
  return fake.on({ predicate: () => true }, async (request) => {
    heard?.(request);
    arrived += 1;
    if (arrived >= gather) release(undefined);
    await gathered;
    const decided = plan(request.messages.map(lineOf), toolNames(request));
    if (decided.calls === undefined) return { content: decided.text };
    return {
      toolCalls: decided.calls.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) })),
    };
  });
}

/** Every system prompt that reached the server, oldest first: what the model was really given. */
export function systemPrompts(server: LLMock): string[] {
  return server.getRequests().flatMap(({ body }) => {
    const { messages = [] } = (body ?? {}) as { messages?: ChatMessage[] };
    return messages.filter(({ role }) => role === 'system').map(textOf);
  });
}

const ROLES: Readonly<Record<ChatMessage['role'], Line['role']>> = {
  system: 'system',
  user: 'person',
  assistant: 'assistant',
  tool: 'tool',
};

function lineOf(message: ChatMessage): Line {
  const calls = message.tool_calls?.map((call): PlannedCall => ({
    name: call.function.name,
    args: JSON.parse(call.function.arguments) as Record<string, unknown>,
  }));
  const role = ROLES[message.role];
  const line = { role, text: role === 'person' ? partsOf(message.content).text : textOf(message) };
  return calls ? { ...line, calls } : line;
}

function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('');
}

function toolNames({ tools = [] }: ChatCompletionRequest): string[] {
  return tools.map((tool) => tool.function.name);
}
