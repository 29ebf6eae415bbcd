import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { splitPassages } from './split-passages.ts';

const texts = (text: string) => splitPassages(text).map(({ start, end }) => text.slice(start, end));

describe('the passages of a text', () => {
  it('are its paragraphs, short ones together', () => {
    const long = 'word '.repeat(130).trim();
    expect(texts(`\n\none\n \ntwo\n\n${long}\n\nlast\n`)).toEqual([
      `one\n \ntwo\n\n${long}`,
      'last',
    ]);
  });

  it('of a long paragraph end after a sentence', () => {
    const sentence = `${'word '.repeat(100)}end. `;
    const found = texts(sentence.repeat(5));
    expect(found.length).toBeGreaterThan(2);
    for (const each of found) expect(each.endsWith('end.')).toBe(true);
  });

  it('hold every word, in order, none too long, and no half of a character', () => {
    const part = fc.constantFrom(
      'a',
      'word ',
      '\n\n',
      '. ',
      '🚀',
      '東京',
      '\n',
      '🚀'.repeat(700),
      'x'.repeat(1300),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (drawn) => {
        const text = drawn.join('');
        const passages = splitPassages(text);
        const inside = passages.map(({ start, end }) => text.slice(start, end));
        expect(inside.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        let last = 0;
        for (const [at, { start, end }] of passages.entries()) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end - start).toBeLessThanOrEqual(1200);
          expect(inside[at]?.isWellFormed()).toBe(true);
          last = end;
        }
      }),
    );
  });
});
