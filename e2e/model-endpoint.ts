import type { ChatMessage } from '@copilotkit/aimock';

import { createFakeProvider, type FakeProviderOptions } from '#graph/demo/fake-provider';

/** What one model call was really given. */
export interface Prompt {
  readonly system: string;
  readonly lastUserText: string;
  /** All of it but the system prompt, as it came over the wire. */
  readonly conversation: string;
}

/** A model endpoint over real HTTP, answering by the demo model's rules; it remembers every prompt. */
export interface ModelEndpoint extends AsyncDisposable {
  /** Settings under which a server uses this endpoint. */
  readonly env: Readonly<Record<string, string>>;
  /** Every prompt so far, oldest first. */
  prompts(): Prompt[];
}

export async function modelEndpoint(options?: FakeProviderOptions): Promise<ModelEndpoint> {
  const prompts: Prompt[] = [];
  const fake = createFakeProvider({
    ...options,
    heard: ({ messages }) => prompts.push(promptOf(messages)),
  });
  const url = await fake.start();
  return {
    env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'not-a-real-key' },
    prompts: () => [...prompts],
    [Symbol.asyncDispose]: () => fake.stop(),
  };
}

function promptOf(messages: readonly ChatMessage[]): Prompt {
  return {
    system: textOf(messages.find(({ role }) => role === 'system')),
    lastUserText: textOf(messages.findLast(({ role }) => role === 'user')),
    conversation: JSON.stringify(messages.filter(({ role }) => role !== 'system')),
  };
}

function textOf(message: ChatMessage | undefined): string {
  const { content } = message ?? {};
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }) => text ?? '').join('');
}
