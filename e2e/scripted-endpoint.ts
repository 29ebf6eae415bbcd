import { LLMock, type ChatMessage } from '@copilotkit/aimock';

/** A call of a tool, as a model asks for it. */
export interface ScriptedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a person, or an agent that starts a subagent, may say, and which tools are called for it. */
export type Script = Readonly<Record<string, readonly ScriptedCall[]>>;

export interface ScriptedEndpoint extends AsyncDisposable {
  /** Settings under which a server uses this endpoint. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A model endpoint over real HTTP that calls the tools its script names for what was said last, and
 * then repeats what they answered. What the script does not name it answers without a tool.
 */
export async function scriptedEndpoint(script: Script): Promise<ScriptedEndpoint> {
  const mock = new LLMock({ port: 0, journalMaxEntries: 0 });
  mock.on({ predicate: () => true }, ({ messages }) => {
    const said = messages.findLastIndex(({ role }) => role === 'user');
    const results = messages.slice(said + 1).filter(({ role }) => role === 'tool');
    const calls = script[textOf(messages[said])];
    if (calls === undefined) return { content: 'I have nothing to do.' };
    if (results.length > 0) return { content: `The tools say: ${results.map(textOf).join(' | ')}` };
    return {
      toolCalls: calls.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) })),
    };
  });
  const url = await mock.start();
  return {
    env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'not-a-real-key' },
    [Symbol.asyncDispose]: () => mock.stop(),
  };
}

function textOf(message: ChatMessage | undefined): string {
  const content = message?.content;
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }) => text ?? '').join('');
}
