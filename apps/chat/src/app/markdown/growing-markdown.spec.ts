import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { grow, type GrowingMarkdown } from './growing-markdown';
import { readMarkdown } from './read-markdown';

const whole = (text: string) => grow(undefined, text, true, readMarkdown).blocks;

/** What is shown after each piece has come. */
function growing(pieces: readonly string[], read = readMarkdown): GrowingMarkdown[] {
  const states: GrowingMarkdown[] = [];
  let text = '';
  for (const [place, piece] of pieces.entries()) {
    text += piece;
    states.push(grow(states.at(-1), text, place === pieces.length - 1, read));
  }
  return states;
}

const inCharacters = (text: string) => growing(Array.from(text)).at(-1)?.blocks;

describe('a text that grows', () => {
  it.each([
    [
      'a link whose address comes later',
      'See [the plan][1] and [that].\n\nMore.\n\nAnd more.\n\n[1]: https://a.test\n[That]: https://b.test "t"\n\nEnd.\n\nOf it.\n',
    ],
    [
      'a list that goes on after blank lines',
      '1. one\n\n2. two\n\n   more of two\n\n10. ten\n\nA paragraph.\n\n- a\n\n\n- b\n',
    ],
    ['a heading underlined later', 'One\n\nTitle\ngoes on\n===\n\nText\n---\n\nEnd'],
    [
      'a fence that holds blank lines and markdown',
      'Look:\n\n```ts\nconst a = 1;\n\n# no heading\n\n- no list\n```\n\nDone.\n\n~~~\nopen',
    ],
    ['a table', 'Before\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |\n\nAfter\n\nEnd'],
    ['lazy quotes', '> a\nb\n\n> c\n> - d\ne\n\nf\n\ng'],
    ['code by indentation', 'a\n\n    code\n\n    more\n\nb\n\nc'],
    ['line ends of every kind', 'a\r\nb\r\n\r\n- c\r\n- d\r\n\r\n# e\r\n\r\nf\rg'],
    ['HTML, which is text', '<div>\n\n**a**\n\n</div>\n<!-- b\n\nc -->\n\nd'],
  ])('ends as the same text read at once: %s', (_what, text) => {
    expect(inCharacters(text)).toEqual(whole(text));
  });

  it('ends as the same text read at once, whatever it is made of and however it is cut', () => {
    const line = fc.constantFrom(
      'word',
      '# Head',
      '## Deeper',
      '===',
      '---',
      '- item',
      '  - inner',
      '1. one',
      '2. two',
      '   on',
      '    four',
      '> quote',
      '> - in quote',
      '```',
      '```js',
      '~~~',
      '| a | b |',
      '|---|---|',
      '[x]: https://x.test',
      '[x] and [y][X]',
      '<div>',
      '<!--',
      '-->',
      '**bold',
      'bold**',
      '- [ ] todo',
      '***',
      '\\[',
      '\\]',
      '$$',
      '$$ x',
      'a \\( b',
      'c \\) $d_1$',
      '__init__',
      '2*3*4',
      '| 1 | 2 | 3 |',
      '',
      '',
      '\t tab',
      '[y]:',
      'https://y.test "t"',
      '*',
      '+',
      '1)',
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\n\n', '\r\n', ' ')), { maxLength: 14 })
      .map((lines) => lines.flat().join(''));
    const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, cuts, (all, sizes) => {
        const pieces: string[] = [];
        for (let at = 0, turn = 0; at < all.length || turn === 0; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          pieces.push(all.slice(at, at + size));
          at += size;
        }
        expect(growing(pieces).at(-1)?.blocks).toEqual(whole(all));
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  it('reads settled text once, however long it grows', () => {
    const read = vi.fn(readMarkdown);
    const paragraphs = Array.from({ length: 200 }, (_, place) => `Paragraph ${place}.\n\n`);
    growing(paragraphs, read);
    const longest = Math.max(...read.mock.calls.map(([text]) => text.length));
    expect(longest).toBeLessThan(5 * 'Paragraph 199.\n\n'.length);
  });

  it('keeps every unchanged part the very object it was', () => {
    const states = growing(['# A\n\n- one\n- two\n\nText ', 'that ', 'goes\n\n', 'on', ' and on']);
    const first = states[0]?.blocks ?? [];
    const last = states.at(-1)?.blocks ?? [];
    expect(last[0]).toBe(first[0]);
    expect(last[1]).toBe(first[1]);
    expect(last[2]).not.toBe(first[2]);
  });

  it('reads only what names a late address again', () => {
    const [before, after] = growing([
      'Plain.\n\nSee [x].\n\nc\n\nd\n\ne',
      '\n\n[x]: https://x.test\n\nf\n\ng',
    ]);
    expect(before?.blocks[1]).toMatchObject({ children: [{ kind: 'text', text: 'See [x].' }] });
    expect(after?.blocks[1]).toMatchObject({ children: [{}, { kind: 'link' }, {}] });
    expect(after?.blocks[0]).toBe(before?.blocks[0]);
  });

  it('shows an unclosed fence as code from its first line on', () => {
    const states = growing(['```py\npr', 'int(1)\n\n', '# no heading', '\n```\n\nx']);
    expect(states.slice(0, 3).map(({ blocks }) => blocks)).toMatchObject([
      [{ kind: 'code', language: 'py', text: 'pr', complete: false }],
      [{ kind: 'code', complete: false }],
      [{ kind: 'code', text: 'print(1)\n\n# no heading', complete: false }],
    ]);
    expect(states[3]?.blocks[0]).toMatchObject({ kind: 'code', complete: true });
  });

  it('starts anew for a text that does not go on from the one before', () => {
    const before = grow(undefined, '# A\n\nb\n\nc\n\nd', false, readMarkdown);
    expect(grow(before, 'other', true, readMarkdown).blocks).toEqual(whole('other'));
    const ended = grow(undefined, 'a\n\nb', true, readMarkdown);
    const longer = 'a\n\nb\n===';
    expect(grow(ended, longer, true, readMarkdown).blocks).toEqual(whole(longer));
  });
});
