import { describe, expect, it } from 'vitest';

import type { ChatMessage, ToolCall } from '../session/state/message';
import { TurnParts } from './turn-parts';

const call = (id: string): ToolCall => ({
  id,
  place: 0,
  name: 'ls',
  argumentsText: '{}',
  result: undefined,
});
const said = (id: string, text: string, over: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  role: 'ai',
  text,
  toolCalls: [],
  complete: true,
  cut: false,
  receipt: undefined,
  ...over,
});
const asked = (id: string) => said(id, id, { role: 'human' });
const worked = (id: string, text = '', at?: string) =>
  said(id, text, {
    toolCalls: [call(`call of ${id}`)],
    ...(at !== undefined && { receipt: { revision: 1, sha256: null, read_at: at } }),
  });
const shape = (messages: readonly ChatMessage[]) =>
  new TurnParts()
    .of(messages)
    .map(({ ends, message, work }) => [
      message.id,
      work?.calls.length ?? 0,
      ends === undefined ? '' : `${ends.asked?.id ?? '?'} ${ends.answers.length}`,
    ]);

describe('a transcript by turns', () => {
  it('puts steps that follow each other without a word between them together', () => {
    expect(
      shape([
        asked('h'),
        worked('a', 'Let me look.'),
        worked('b'),
        worked('c'),
        said('d', 'Done.'),
      ]),
    ).toEqual([
      ['h', 0, ''],
      ['a', 3, ''],
      ['d', 0, 'h 4'],
    ]);
  });

  it('keeps apart what something was said between', () => {
    expect(shape([asked('h'), worked('a'), worked('b', 'And now:'), said('c', 'Done.')])).toEqual([
      ['h', 0, ''],
      ['a', 1, ''],
      ['b', 1, ''],
      ['c', 0, 'h 3'],
    ]);
  });

  it('shows where an answer was stopped, even without a word', () => {
    expect(shape([asked('h'), worked('a'), said('b', '', { cut: true })])).toEqual([
      ['h', 0, ''],
      ['a', 1, ''],
      ['b', 0, 'h 2'],
    ]);
  });

  it('ends each turn once, one without an answer and one without its question too', () => {
    expect(shape([said('a', 'late'), asked('h'), asked('i'), worked('b')])).toEqual([
      ['a', 0, '? 1'],
      ['h', 0, 'h 0'],
      ['i', 0, ''],
      ['b', 1, 'i 1'],
    ]);
  });

  it('takes the time of the steps from the model calls around them', () => {
    const [, work] = new TurnParts().of([
      asked('h'),
      worked('a', '', '2026-01-01T10:00:00.000Z'),
      worked('b', '', '2026-01-01T10:00:03.000Z'),
      said('c', 'Done.', {
        receipt: { revision: 1, sha256: null, read_at: '2026-01-01T10:00:08.000Z' },
      }),
    ]);
    expect(work?.work?.seconds).toBe(8);
  });

  it('are the same objects while nothing in them has changed', () => {
    const parts = new TurnParts();
    const before = [asked('h'), worked('a'), said('b', 'One.'), asked('i'), said('c', 'T')];
    const first = parts.of(before);
    const after = parts.of([...before.slice(0, 4), said('c', 'Two.')]);
    expect(after.slice(0, 3).every((part, at) => part === first[at])).toBe(true);
    expect(after[3]).toBe(first[3]);
    expect(after[4]).not.toBe(first[4]);
  });
});
