import { AIMessage, ToolMessage } from '@langchain/core/messages';
import { describe, expect, it } from 'vitest';

import { MEMORY_PATH } from '#contract/names';

import { providerHarness } from '../testing/provider-harness.ts';
import { callPiece, piece, says, type RawAnswer } from '../testing/raw-provider.ts';
import { explainError } from './model-error.ts';

const FACT = '- a fact\n';
const WRITE = JSON.stringify({ file_path: MEMORY_PATH, content: FACT });
const EVENTS = 'text/event-stream';

const { harness, requests } = providerHarness();

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
const stream = (text: string): RawAnswer => ({ body: { type: EVENTS, text } });
const call = (function_: unknown, more: object = {}) =>
  piece({ tool_calls: [{ type: 'function', function: function_, ...more }] });
const end = piece({}, 'tool_calls');

describe('a streamed answer is understood', () => {
  it.each<[string, RawAnswer, string]>([
    [
      'among events without data and comments',
      stream(
        `: hello\n\ndata:\n\n${event(piece({ content: 'hel' }))}: still there\n\ndata: \n\n${event(piece({ content: 'lo' }, 'stop'))}data: [DONE]\n\n`,
      ),
      'hello',
    ],
    [
      'with blanks around [DONE]',
      stream(`${event(piece({ content: 'hello' }, 'stop'))}data:   [DONE]  \n\n`),
      'hello',
    ],
    [
      'without a last blank line',
      stream(event(piece({ content: 'hello' }, 'stop')).trimEnd()),
      'hello',
    ],
    [
      'with carriage returns',
      stream(event(piece({ content: 'hello' }, 'stop')).replaceAll('\n', '\r\n')),
      'hello',
    ],
    [
      'with choices that are null or empty',
      {
        events: [
          { id: 'x', choices: null },
          { id: 'x', choices: [] },
          { id: 'x', choices: [null] },
          piece({ content: 'hello' }, 'stop'),
        ],
      },
      'hello',
    ],
    [
      'with a delta that is null',
      {
        events: [
          { id: 'x', choices: [{ index: 0, delta: null }] },
          piece({ content: 'hello' }, 'stop'),
        ],
      },
      'hello',
    ],
    [
      'as a list of parts',
      {
        events: [
          piece({ content: [{ type: 'text', text: 'hel' }] }),
          piece({ content: [{ type: 'output_text', text: 'l' }, 'o'] }, 'stop'),
        ],
      },
      'hello',
    ],
    [
      'as a refusal',
      { events: [piece({ content: null, refusal: 'I will not.' }, 'stop')] },
      'I will not.',
    ],
    [
      'as whole messages',
      {
        events: [
          {
            id: 'x',
            choices: [{ message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
          },
        ],
      },
      'hello',
    ],
    [
      'as one JSON reply though a stream was asked for',
      {
        json: {
          choices: [
            { index: 0, message: { role: 'assistant', content: 'hel\nlo' }, finish_reason: 'stop' },
          ],
        },
      },
      'hel\nlo',
    ],
  ])('%s', async (_, answer, expected) => {
    const anna = await harness(answer);
    expect((await anna.say('t', 'hi')).error).toBeUndefined();
    expect(await anna.lastWords('t')).toBe(expected);
    expect(requests()).toHaveLength(1);
  });
});

describe('a tool call is understood, and runs once', () => {
  const cutAt = 20;
  const [first, second] = [WRITE.slice(0, cutAt), WRITE.slice(cutAt)];
  it.each<[string, RawAnswer]>([
    [
      'without an index',
      {
        events: [
          call({ name: 'write_file', arguments: first }, { id: 'c' }),
          call({ arguments: second }),
          end,
        ],
      },
    ],
    [
      'without index and id',
      {
        events: [call({ name: 'write_file', arguments: first }), call({ arguments: second }), end],
      },
    ],
    [
      'with its name in every piece',
      {
        events: [
          callPiece({ name: 'write_file', id: 'c' }, first),
          callPiece({ name: 'write_file', id: 'c' }, second),
          end,
        ],
      },
    ],
    [
      'sent again in the last piece',
      {
        events: [
          callPiece({ name: 'write_file', id: 'c' }, WRITE),
          piece(
            {
              tool_calls: [
                {
                  index: 0,
                  id: 'c',
                  type: 'function',
                  function: { name: 'write_file', arguments: WRITE },
                },
              ],
            },
            'tool_calls',
          ),
        ],
      },
    ],
    [
      'sent again without an id',
      {
        events: [
          callPiece({ name: 'write_file' }, WRITE),
          callPiece({ name: 'write_file' }, WRITE),
          end,
        ],
      },
    ],
    [
      'as the old function_call',
      {
        events: [
          piece({ function_call: { name: 'write_file', arguments: first } }),
          piece({ function_call: { arguments: second } }),
          piece({}, 'function_call'),
        ],
      },
    ],
    [
      'with its arguments as an object',
      {
        events: [
          call(
            { name: 'write_file', arguments: JSON.parse(WRITE) as object },
            { index: 0, id: 'c' },
          ),
          end,
        ],
      },
    ],
    [
      'with its arguments in a code fence',
      { events: [callPiece({ name: 'write_file', id: 'c' }, `\`\`\`json\n${WRITE}\n\`\`\``), end] },
    ],
    [
      'with a comma too many',
      { events: [callPiece({ name: 'write_file', id: 'c' }, WRITE.replace(/\}$/, ',}')), end] },
    ],
    [
      'with raw line breaks',
      { events: [callPiece({ name: 'write_file', id: 'c' }, WRITE.replaceAll('\\n', '\n')), end] },
    ],
    [
      'in a reply that ends with stop',
      { events: [callPiece({ name: 'write_file', id: 'c' }, WRITE), piece({}, 'stop')] },
    ],
  ])('%s', async (_, answer) => {
    const anna = await harness(answer, says('done'));
    expect((await anna.say('t', 'hi')).error).toBeUndefined();
    expect(await anna.memory()).toBe(FACT);
    const results = (await anna.messages('t')).filter((message) => ToolMessage.isInstance(message));
    expect(results.map(({ status }) => status)).not.toContain('error');
    expect(results).toHaveLength(1);
  });

  it('of two calls on one index, both', async () => {
    const todo = JSON.stringify({ todos: [{ content: 'one', status: 'pending' }] });
    for (const id of [true, false]) {
      const anna = await harness(
        {
          events: [
            callPiece({ name: 'write_file', ...(id && { id: 'a' }) }, WRITE),
            callPiece({ name: 'write_todos', ...(id && { id: 'b' }) }, todo),
            end,
          ],
        },
        says('done'),
      );
      expect((await anna.say('t', 'hi')).error).toBeUndefined();
      expect(await anna.memory()).toBe(FACT);
      const [asked] = (await anna.messages('t')).filter((message) => AIMessage.isInstance(message));
      expect(asked?.tool_calls?.map(({ name }) => name)).toEqual(['write_file', 'write_todos']);
    }
  });

  it('but a nameless one is answered, and no provider is sent it without a name', async () => {
    const anna = await harness(
      { events: [callPiece({ name: '', id: 'c' }, '{}'), end] },
      says('done'),
    );
    expect((await anna.say('t', 'hi')).error).toBeUndefined();
    const result = (await anna.messages('t')).find((message) => ToolMessage.isInstance(message));
    expect(result?.text).toMatch(/names no tool/);
    for (const { messages } of requests())
      for (const { tool_calls: calls } of messages)
        for (const each of calls ?? []) expect(each.function.name).not.toBe('');
  });

  it('but one whose arguments are no object is answered as that, not as cut off', async () => {
    const anna = await harness(
      { events: [callPiece({ name: 'write_file', id: 'c' }, '"text"'), end] },
      says('done'),
    );
    await anna.say('t', 'hi');
    const result = (await anna.messages('t')).find((message) => ToolMessage.isInstance(message));
    expect(result?.text).toMatch(/are no JSON object/);
    expect(result?.text).not.toMatch(/cut off/);
  });
});

describe('what is no answer is refused as the provider’s', () => {
  it.each<[string, RawAnswer]>([
    ['a web page', { body: { type: 'text/html; charset=utf-8', text: '<h1>Log in</h1>' } }],
    ['an event that is no JSON', stream('data: {"choices": [\n\n')],
    ['JSON that is no completion', { json: 'hello' }],
    ['JSON without a choice', { json: { object: 'list' } }],
    ['a reply that ends in an error', { events: [piece({}, 'error')] }],
    ['nothing', stream('')],
  ])('%s', async (_, answer) => {
    const anna = await harness(answer);
    const failure = explainError((await anna.say('t', 'hi')).error);
    expect(failure.kind).toMatch(/^(model-failed|answer-empty)$/);
    expect(failure.sentence).toMatch(/model/i);
  });
});
