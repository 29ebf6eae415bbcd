import { describe, expect, it } from 'vitest';

import { asMarkable, excerptOf, readMarks, titleFrom } from './snippet.ts';

const mark = (text: string) => text.replaceAll('[', '\u0002').replaceAll(']', '\u0003');
const shown = ({ text, matches }: ReturnType<typeof excerptOf>) =>
  matches.map(([from, to]) => text.slice(from, to));

describe('marks', () => {
  it('become places in the text without them', () => {
    expect(readMarks(mark('a [bc] d [e]'))).toEqual({
      text: 'a bc d e',
      matches: [
        [2, 4],
        [7, 8],
      ],
    });
    expect(readMarks('nothing')).toEqual({ text: 'nothing', matches: [] });
  });

  it('cannot be forged by what was said', () => {
    const said = 'be\u0002gin and\u0003 end';
    expect(asMarkable(said)).toBe('be gin and  end');
    expect(asMarkable(said)).toHaveLength(said.length);
    expect(asMarkable('half \ud83d here').isWellFormed()).toBe(true);
  });
});

describe('an excerpt', () => {
  it('is the whole of a short text, on one line', () => {
    const excerpt = excerptOf(readMarks(mark('one\n\ttwo [three]')));
    expect(excerpt.text).toBe('one  two three');
    expect(shown(excerpt)).toEqual(['three']);
  });

  it('surrounds the first match and says that more stands before and after', () => {
    const long = `${'before '.repeat(40)}[needle] and [needle]${' after'.repeat(60)}`;
    const excerpt = excerptOf(readMarks(mark(long)));
    expect(excerpt.text).toMatch(/^…before .*needle and needle after.*…$/);
    expect(excerpt.text.length).toBeLessThanOrEqual(162);
    expect(shown(excerpt)).toEqual(['needle', 'needle']);
  });

  it('cuts no character in half, and leaves out matches that lie beyond it', () => {
    const excerpt = excerptOf(readMarks(mark(`${'🛩'.repeat(60)}[x]${'🛩'.repeat(200)} [x]`)));
    expect(excerpt.text.isWellFormed()).toBe(true);
    expect(shown(excerpt)).toEqual(['x']);
  });
});

describe('a title made of a message', () => {
  it.each([
    ['  Short,\n  on one line ', 'Short, on one line'],
    ['word '.repeat(30), `${'word '.repeat(15)}word…`],
    ['x'.repeat(200), `${'x'.repeat(80)}…`],
  ])('%j', (text, title) => {
    expect(titleFrom(text)).toBe(title);
  });

  it('cuts no character in half', () => {
    expect(titleFrom(`x${'🛩'.repeat(80)}`).isWellFormed()).toBe(true);
  });
});
