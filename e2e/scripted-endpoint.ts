import { LLMock, type ChatCompletionRequest, type ChatMessage } from '@copilotkit/aimock';

/** A call of a tool, as a model asks for it. */
export interface ScriptedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the model says next: words, or calls of tools. */
export type Reply = string | readonly ScriptedCall[];

/** What a model call was asked, and what tools have answered since. */
export interface Asked {
  readonly question: string;
  readonly results: readonly string[];
}

/** A model endpoint over real HTTP that follows a test's own script. */
export interface ScriptedEndpoint extends AsyncDisposable {
  /** Settings under which a server uses this endpoint. */
  readonly env: Readonly<Record<string, string>>;
}

export async function scriptedEndpoint(
  script: (asked: Asked) => Reply | Promise<Reply>,
): Promise<ScriptedEndpoint> {
  const mock = new LLMock({ port: 0, chunkSize: 9, journalMaxEntries: 0 });
  mock.on({ predicate: () => true }, async (request) => {
    const reply = await script(asked(request));
    if (typeof reply === 'string') return { content: reply };
    return {
      toolCalls: reply.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) })),
    };
  });
  const url = await mock.start();
  return {
    env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'not-a-real-key' },
    [Symbol.asyncDispose]: () => mock.stop(),
  };
}

function asked({ messages }: ChatCompletionRequest): Asked {
  const place = messages.findLastIndex(({ role }) => role === 'user');
  const results = messages
    .slice(place)
    .filter(({ role }) => role === 'tool')
    .map(textOf);
  return { question: textOf(messages[place]), results };
}

function textOf(message: ChatMessage | undefined): string {
  const { content } = message ?? {};
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }) => text ?? '').join('');
}
