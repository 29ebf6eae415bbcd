import { describe, expect, it } from 'vitest';

import { excerptOf, titleFrom } from './snippet.ts';

/** A text in which brackets stand around each match. */
function marked(text: string): Parameters<typeof excerptOf>[0] {
  const matches: [number, number][] = [];
  let plain = '';
  for (const [at, part] of text.split(/[[\]]/).entries()) {
    if (at % 2 === 1) matches.push([plain.length, plain.length + part.length]);
    plain += part;
  }
  return { text: plain, matches };
}
const shown = ({ text, matches }: ReturnType<typeof excerptOf>) =>
  matches.map(([from, to]) => text.slice(from, to));

describe('an excerpt', () => {
  it('is the whole of a short text, on one line', () => {
    const excerpt = excerptOf(marked('one\n\ttwo [three]'));
    expect(excerpt.text).toBe('one  two three');
    expect(shown(excerpt)).toEqual(['three']);
  });

  it('surrounds the first match and says that more stands before and after', () => {
    const long = `${'before '.repeat(40)}[needle] and [needle]${' after'.repeat(60)}`;
    const excerpt = excerptOf(marked(long));
    expect(excerpt.text).toMatch(/^…before .*needle and needle after.*…$/);
    expect(excerpt.text.length).toBeLessThanOrEqual(162);
    expect(shown(excerpt)).toEqual(['needle', 'needle']);
  });

  it('cuts no character in half, and leaves out matches that lie beyond it', () => {
    const excerpt = excerptOf(marked(`${'🛩'.repeat(60)}[x]${'🛩'.repeat(200)} [x]`));
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
