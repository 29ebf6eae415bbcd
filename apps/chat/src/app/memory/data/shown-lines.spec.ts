import { describe, expect, it } from 'vitest';

import { groupLines, readableLine, shownLines } from './shown-lines';
import type { StoredLine } from './stored-lines';

const stored = (text: string, occurrence = 1, threadId: string | null = null): StoredLine => ({
  text,
  occurrence,
  isNew: false,
  origin: {
    revision: 1,
    written_at: '2026-01-01T10:00:00.000Z',
    author: {
      kind: 'agent',
      thread_id: threadId,
      run_id: null,
      message_id: null,
      tool_call_id: null,
    },
  },
});
const told = (observed: readonly string[], now: readonly StoredLine[] | undefined) =>
  shownLines(observed, now).map(({ text, observed: given, isGone }) => [text, given, isGone]);

describe('the one list of lines', () => {
  it('marks exactly those that the conversation was given', () => {
    expect(told(['- a', '- c'], [stored('- a'), stored('- b'), stored('  - c ')])).toEqual([
      ['a', true, false],
      ['b', false, false],
      ['c', true, false],
    ]);
  });

  it('matches equal lines one by one', () => {
    expect(told(['- a', '- a'], [stored('- a'), stored('- a', 2), stored('- a', 3)])).toEqual([
      ['a', true, false],
      ['a', true, false],
      ['a', false, false],
    ]);
  });

  it('keeps what the conversation was given and is not stored any more, at the end', () => {
    expect(told(['- gone', '- a'], [stored('- a')])).toEqual([
      ['a', true, false],
      ['gone', true, true],
    ]);
  });

  it('says nothing of the store while it was not read', () => {
    expect(told(['- a'], undefined)).toEqual([['a', true, false]]);
  });

  it.each([
    ['- flies', 'flies'],
    ['  * flies  ', 'flies'],
    ['-flies', '-flies'],
    ['-', '-'],
    ['- - flies', '- flies'],
  ])('reads %j as %j', (line, text) => {
    expect(readableLine(line)).toBe(text);
  });
});

describe('its groups', () => {
  const lines = shownLines(['old'], [stored('- mine', 1, 't1'), stored('- Other', 1, 't2')]);
  const of = (threadId: string | undefined, words = '') =>
    groupLines(lines, threadId, words).map(({ kind, lines: found }) => [
      kind,
      ...found.map(({ text }) => text),
    ]);

  it('are what this conversation brought in, the rest, and what is gone', () => {
    expect(of('t1')).toEqual([
      ['new', 'mine'],
      ['earlier', 'Other'],
      ['gone', 'old'],
    ]);
  });

  it('are two before the conversation has begun', () => {
    expect(of(undefined)).toEqual([
      ['earlier', 'mine', 'Other'],
      ['gone', 'old'],
    ]);
  });

  it('hold only what is looked for, in whatever case', () => {
    expect(of('t1', ' OTHER ')).toEqual([['earlier', 'Other']]);
  });
});
