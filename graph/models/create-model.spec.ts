import { ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI, ChatOpenAICompletions } from '@langchain/openai';
import { afterEach, describe, expect, it } from 'vitest';

import { MEMORY_PATH } from '#contract/names';

import { DemoModel } from '../demo/demo-model.ts';
import { createModel, describeModel, type ModelEnvironment } from './create-model.ts';
import { Harness } from '../testing/harness.ts';
import { callPiece, piece, RawProvider, says, type RawAnswer } from '../testing/raw-provider.ts';

describe('the choice of a model', () => {
  it('is the demo model with neither key nor address, empty variables included', () => {
    expect(createModel({})).toBeInstanceOf(DemoModel);
    expect(createModel({ OPENAI_API_KEY: ' ', OPENAI_BASE_URL: '' })).toBeInstanceOf(DemoModel);
    expect(describeModel({})).toMatch(/demo model/);
  });

  it('is gpt-4.1 through ChatOpenAI at temperature 0 with a key', () => {
    const model = createModel({ OPENAI_API_KEY: 'k' });
    expect(model).toBeInstanceOf(ChatOpenAI);
    expect(model).toMatchObject({ model: 'gpt-4.1', temperature: 0 });
    expect(model.getName()).toBe('ChatOpenAI');
    expect(describeModel({ OPENAI_API_KEY: 'k' })).toBe('gpt-4.1 by OpenAI');
  });

  it.each(['o3', 'o4-mini', 'gpt-5', 'gpt-5.5-pro', 'openai/o3', 'gpt-5-codex'])(
    'sends %s, a reasoning model, no temperature',
    (name) => {
      const model = createModel({ OPENAI_API_KEY: 'k', OPENAI_MODEL: name });
      expect(model).toHaveProperty('temperature', undefined);
    },
  );

  it.each(['gpt-4.1', 'gpt-4o', 'gpt-5-chat-latest', 'qwen3:8b'])(
    'sends %s temperature 0',
    (name) => {
      const model = createModel({ OPENAI_API_KEY: 'k', OPENAI_MODEL: name });
      expect(model).toHaveProperty('temperature', 0);
    },
  );

  it('is plain chat completions at another address, without a key too', () => {
    const env = {
      OPENAI_BASE_URL: 'http://user:pw@127.0.0.1:11434/v1',
      OPENAI_MODEL: 'gpt-5-codex',
    };
    const model = createModel(env);
    expect(model).toBeInstanceOf(ChatOpenAICompletions);
    expect(describeModel(env)).toBe('gpt-5-codex at http://127.0.0.1:11434/v1');
  });

  it('says what is wrong with an address that is none', () => {
    expect(() => createModel({ OPENAI_BASE_URL: 'localhost' })).toThrow(
      /OPENAI_BASE_URL is no URL/,
    );
  });
});

describe('providers with habits of their own', () => {
  let provider: RawProvider | undefined;
  afterEach(() => provider?.server.stop());

  async function harness(
    answer: (call: number) => RawAnswer,
    env: ModelEnvironment = { OPENAI_MODEL: 'local' },
  ): Promise<Harness> {
    provider = new RawProvider((_, call) => answer(call));
    await provider.server.start();
    return new Harness(createModel({ ...env, OPENAI_BASE_URL: provider.baseUrl }));
  }

  const write = JSON.stringify({ file_path: MEMORY_PATH, content: '- a fact\n' });

  it('takes a reply whose pieces name no role', async () => {
    const anna = await harness(() => ({
      events: [piece({ content: 'hel' }), piece({ content: 'lo' }, 'stop')],
    }));
    expect((await anna.say('t', 'hi')).error).toBeUndefined();
    expect(await anna.lastWords('t')).toBe('hello');
  });

  it('takes a reply that ends without a finish reason', async () => {
    const anna = await harness(() => ({
      events: [piece({ role: 'assistant', content: 'hello' })],
    }));
    expect((await anna.say('t', 'hi')).error).toBeUndefined();
    expect(await anna.lastWords('t')).toBe('hello');
  });

  it.each([undefined, null, ''])('gives a tool call whose id is %j one of its own', async (id) => {
    const anna = await harness((call) =>
      call > 0
        ? says('done')
        : { events: [callPiece({ name: 'write_file', id }, write), piece({}, 'tool_calls')] },
    );
    expect((await anna.say('t', 'hi')).error).toBeUndefined();
    expect(await anna.memory()).toBe('- a fact\n');
    const sent = provider?.requests[1]?.messages.find(({ role }) => role === 'tool');
    expect(sent?.tool_call_id).toMatch(/^[0-9A-Za-z]{9}$/);
  });

  it('tells calls apart whose provider numbers them anew each time', async () => {
    const second = JSON.stringify({ file_path: MEMORY_PATH, old_string: '- a', new_string: '- b' });
    const anna = await harness((call) => {
      if (call % 2 === 1) return says('done');
      const [name, args] = call === 0 ? ['write_file', write] : ['edit_file', second];
      return { events: [callPiece({ name, id: 'call_0' }, args), piece({}, 'tool_calls')] };
    });
    await anna.say('t', 'one');
    await anna.say('t', 'two');
    expect(await anna.memory()).toBe('- b fact\n');
  });

  it.each([
    ['cut by length', write.slice(0, -4), 'length'],
    ['cut without a word', write.slice(0, -4), 'tool_calls'],
    ['whole, but the reply was cut', write, 'length'],
  ])('executes no call whose arguments are %s', async (_, args, finish) => {
    const anna = await harness((call) =>
      call > 0
        ? says('I will try again.')
        : { events: [callPiece({ name: 'write_file', id: 'c1' }, args), piece({}, finish)] },
    );
    expect((await anna.say('t', 'hi')).error).toBeUndefined();
    expect(await anna.memory()).toBeUndefined();
    const result = (await anna.messages('t')).find((message) => ToolMessage.isInstance(message));
    expect(result?.status).toBe('error');
    expect(result?.text).toMatch(/cut off before they were complete. Nothing was done/);
  });

  it('does the same for a reply that is not streamed', async () => {
    const call = {
      id: 'c1',
      type: 'function',
      function: { name: 'write_file', arguments: write.slice(0, -4) },
    };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    const anna = await harness((count) => ({
      json: {
        choices: [
          count === 0
            ? { index: 0, message, finish_reason: 'length' }
            : { index: 0, message: { role: 'assistant', content: 'again' }, finish_reason: 'stop' },
        ],
      },
    }));
    await anna.agent.invoke(
      { messages: [{ role: 'user', content: 'hi' }] } as never,
      anna.config('t'),
    );
    expect(await anna.memory()).toBeUndefined();
    expect(await anna.lastWords('t')).toBe('again');
  });

  it('sends endpoints of others the plain protocol', async () => {
    const anna = await harness(
      (call) =>
        call > 0
          ? says('ok')
          : { events: [callPiece({ name: 'ls', id: 'c' }, '{}'), piece({}, 'stop')] },
      { OPENAI_MODEL: 'o3' },
    );
    await anna.say('t', 'hi');
    const requests = provider?.requests ?? [];
    expect(requests).toHaveLength(2);
    for (const request of requests) {
      expect(request).not.toHaveProperty('stream_options');
      expect(request).not.toHaveProperty('temperature');
      for (const message of request.messages) {
        expect(message.role).toMatch(/^(system|user|assistant|tool)$/);
        expect(typeof message.content).toBe('string');
        expect(message).not.toHaveProperty('name');
      }
    }
  });
});
