import { HumanMessage } from '@langchain/core/messages';
import { describe, expect, it } from 'vitest';

import { MEMORY_PATH } from '#contract/names';

import { providerHarness } from '../testing/provider-harness.ts';
import { callPiece, piece, says, type RawAnswer } from '../testing/raw-provider.ts';
import { explainError } from './model-error.ts';

const WRITE = JSON.stringify({ file_path: MEMORY_PATH, content: '- a fact\n' });
const { harness, requests } = providerHarness();

describe('thoughts', () => {
  it.each<[string, readonly unknown[]]>([
    [
      'as reasoning_content',
      [piece({ reasoning_content: 'Hm. ' }), piece({ reasoning_content: 'Yes.' })],
    ],
    ['as reasoning', [piece({ reasoning: 'Hm. ' }), piece({ reasoning: 'Yes.' })]],
    ['as details', [piece({ reasoning_details: [{ type: 'reasoning.text', text: 'Hm. Yes.' }] })]],
    [
      'as parts',
      [piece({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm. Yes.' }] }] })],
    ],
    ['between tags', [piece({ content: '<thi' }), piece({ content: 'nk>Hm. Yes.</think>\n\n' })]],
  ])('%s are kept apart from the answer', async (_, thoughts) => {
    const anna = await harness({ events: [...thoughts, piece({ content: 'hello' }, 'stop')] });
    const turn = await anna.say('t', 'hi');
    expect(turn.error).toBeUndefined();
    expect(turn.pieces.join('')).toBe('hello');
    const answer = (await anna.messages('t')).at(-1);
    expect(answer?.text).toBe('hello');
    expect(answer?.additional_kwargs['reasoning_content']).toBe('Hm. Yes.');
    expect(answer?.response_metadata['thought_ms']).toEqual(expect.any(Number));
  });

  it('alone are no answer', async () => {
    for (const said of [{ reasoning_content: 'Hm.' }, { content: '<think>Hm.</think>' }]) {
      const anna = await harness({ events: [piece(said), piece({}, 'stop')] });
      const failure = explainError((await anna.say('t', 'hi')).error);
      expect(failure.kind).toBe('answer-empty');
    }
  });

  const thinkAndCall: RawAnswer = {
    events: [
      piece({ reasoning_content: 'I should write.' }),
      callPiece({ name: 'write_file', id: 'c' }, WRITE),
      piece({}, 'tool_calls'),
    ],
  };
  const refusal: RawAnswer = {
    status: 400,
    json: { error: { message: 'The reasoning_content of an assistant message is wrong.' } },
  };
  const thoughtsSent = (at: number): unknown[] => {
    const { messages = [] } = requests()[at] ?? {};
    const answers = messages.filter(({ role }) => role === 'assistant');
    return answers.map((message) => Reflect.get(message, 'reasoning_content') as unknown);
  };

  it('go back with the calls that they led to', async () => {
    const anna = await harness(thinkAndCall, says('done'), says('again'));
    await anna.say('t', 'hi');
    await anna.say('t', 'and now?');
    expect(thoughtsSent(1)).toEqual(['I should write.']);
    expect(thoughtsSent(2)).toEqual(['I should write.', undefined]);
  });

  it('go back with everything where a provider demands it, and that is remembered', async () => {
    const demanding = (at: number) =>
      thoughtsSent(at).some((thought) => thought === undefined) ? refusal : says('done');
    const anna = await harness(thinkAndCall, demanding);
    for (const text of ['one', 'two', 'three'])
      expect((await anna.say('t', text)).error).toBeUndefined();
    expect(requests()).toHaveLength(5);
  });

  it('stay here where a provider refuses them', async () => {
    const refusing = (at: number) =>
      thoughtsSent(at).some((thought) => thought !== undefined) ? refusal : says('done');
    const anna = await harness(thinkAndCall, refusing);
    for (const text of ['one', 'two']) expect((await anna.say('t', text)).error).toBeUndefined();
    expect(await anna.lastWords('t')).toBe('done');
  });
});

describe('text', () => {
  it('holds no half of a character pair when a provider is sent it, and is stored whole', async () => {
    const anna = await harness(
      { events: [piece({ content: 'broken \ud83d' }, 'stop')] },
      says('whole'),
    );
    await anna.run('t', { messages: [new HumanMessage('half \udc00')] });
    await anna.say('t', 'again');
    expect(JSON.stringify(requests()).isWellFormed()).toBe(true);
    expect(JSON.stringify(requests())).not.toMatch(/\\ud[89a-f]/i);
    expect((await anna.messages('t'))[1]?.text).toBe('broken \ufffd');
  });

  it('of a pair that was cut between two pieces comes together again', async () => {
    const anna = await harness({
      events: [piece({ content: '\ud83d' }), piece({ content: '\ude00' }, 'stop')],
    });
    await anna.say('t', 'hi');
    expect(await anna.lastWords('t')).toBe('😀');
  });
});

describe('an answer that was cut', () => {
  it.each(['length', 'content_filter', 'max_tokens'])('by %s says so', async (reason) => {
    const anna = await harness({ events: [piece({ content: 'It begins' }), piece({}, reason)] });
    expect((await anna.say('t', 'hi')).error).toBeUndefined();
    expect((await anna.messages('t')).at(-1)?.response_metadata).toMatchObject({
      cut: true,
      finish_reason: reason,
    });
  });

  it.each(['stop', 'eos'])('is not what ends with %s', async (reason) => {
    const anna = await harness({ events: [piece({ content: 'whole' }), piece({}, reason)] });
    await anna.say('t', 'hi');
    expect((await anna.messages('t')).at(-1)?.response_metadata).not.toHaveProperty('cut');
  });
});
