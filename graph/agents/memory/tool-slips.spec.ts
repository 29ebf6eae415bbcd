import { ToolMessage } from '@langchain/core/messages';
import { afterEach, describe, expect, it } from 'vitest';

import { MEMORY_PATH } from '#contract/names';

import { createModel } from '../../models/create-model.ts';
import { Harness } from '../../testing/harness.ts';
import { piece, RawProvider, says, type RawAnswer } from '../../testing/raw-provider.ts';

let provider: RawProvider | undefined;
afterEach(() => provider?.server.stop());

const FACT = '- a fact\n';

interface Call {
  readonly name: string;
  readonly args: unknown;
}

/** One message that makes several calls. */
function asks(...calls: readonly Call[]): RawAnswer {
  return {
    events: [
      piece({
        tool_calls: calls.map(({ name, args }, index) => ({
          index,
          id: `call${index}`,
          type: 'function',
          function: { name, arguments: JSON.stringify(args) },
        })),
      }),
      piece({}, 'tool_calls'),
    ],
  };
}

const remember: Call = { name: 'write_file', args: { file_path: MEMORY_PATH, content: FACT } };

/** The results of one message's calls, after which the run has ended well and remembered the fact. */
async function resultsOf(
  slip: Call,
  inSubagent: RawAnswer = says('unused'),
): Promise<ToolMessage[]> {
  let asked = false;
  provider = new RawProvider((request) => {
    const last = request.messages.at(-1);
    if (last?.content === 'Go.') return inSubagent;
    const answer = asked ? says('done') : asks(remember, slip);
    asked = true;
    return answer;
  });
  await provider.server.start();
  const env = { OPENAI_MODEL: 'local', OPENAI_BASE_URL: provider.baseUrl };
  const anna = new Harness(createModel(env, { firstByteMs: 3_000, silenceMs: 2_000 }));
  expect((await anna.say('t', 'hi')).error).toBeUndefined();
  expect(await anna.memory()).toBe(FACT);
  expect(await anna.lastWords('t')).toBe('done');
  return (await anna.messages('t')).filter((message) => ToolMessage.isInstance(message));
}

const SECRET = 'what-the-model-sent';

describe('a slip of a model is a tool result', () => {
  it.each<[string, Call, RegExp]>([
    [
      'a subagent that there is not',
      { name: 'task', args: { description: 'Go.', subagent_type: SECRET } },
      /no such subagent\. There is: .*general-purpose/,
    ],
    ['a tool that there is not', { name: 'execute', args: { command: SECRET } }, /write_file/],
    ['no arguments', { name: 'edit_file', args: {} }, /file_path: .*old_string: /],
    [
      'an argument of the wrong kind',
      { name: 'read_file', args: { file_path: '/a', offset: { [SECRET]: 1 } } },
      /offset: /,
    ],
    [
      'todos of the wrong shape',
      { name: 'write_todos', args: { todos: [{ content: SECRET, status: 'someday' }] } },
      /todos\.0\.status: /,
    ],
    ['todos that are a text', { name: 'write_todos', args: { todos: SECRET } }, /todos: /],
  ])('%s', async (_, slip, sentence) => {
    const result = (await resultsOf(slip)).at(-1);
    expect(result?.status).toBe('error');
    expect(result?.text).toMatch(/^Error: /);
    expect(result?.text).toMatch(sentence);
    expect(result?.text).not.toContain(SECRET);
    expect(result?.text).not.toMatch(/node_modules|\bat .+:\d+|cut off/);
    expect(result?.text.length).toBeLessThan(400);
  });

  it.each<[string, RawAnswer, RegExp]>([
    [
      'is refused its key',
      { status: 401, json: { error: { message: `Incorrect key ${SECRET}` } } },
      /could not be finished\. The model provider does not accept the API key/,
    ],
    ['breaks off', { events: [piece({ content: 'Well' })], breaks: true }, /could not be finished/],
    ['answers with nothing', { events: [piece({}, 'stop')] }, /answered with nothing/],
  ])('a subagent whose model %s', async (_, answer, sentence) => {
    const slip = { name: 'task', args: { description: 'Go.', subagent_type: 'general-purpose' } };
    const result = (await resultsOf(slip, answer)).at(-1);
    expect(result?.status).toBe('error');
    expect(result?.text).toMatch(sentence);
    expect(result?.text).not.toContain(SECRET);
  });
});
