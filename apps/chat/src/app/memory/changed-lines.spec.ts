import { expect, it } from 'vitest';

import { changedLines } from './changed-lines';

/** Each changed line with what came in braces and what went in brackets. */
function written(before: string, after: string) {
  const marks = { same: ['', ''], added: ['{', '}'], removed: ['[', ']'] } as const;
  const change = changedLines(before, after);
  const lines = change?.lines.map((line) =>
    line.map(({ kind, text }) => `${marks[kind][0]}${text}${marks[kind][1]}`).join(''),
  );
  return { lines, same: change?.same };
}

it.each([
  ['a word', '- base KBZN\n- metric\n', '- base KSUN\n- metric\n', ['base [KBZN]{KSUN}'], 1],
  ['a line more', '- a\n- c\n', '- a\n- b\n- c\n', ['{b}'], 2],
  ['a line less', '- a\n- b\n- c\n', '- a\n- c\n', ['[b]'], 2],
  ['the first text', '', '- a\n- b\n', ['{a}', '{b}'], 0],
  ['everything erased', '- a\n', '', ['[a]'], 0],
  ['a last line that has no end', '- a', '- a\n- b', ['{b}'], 1],
  ['blank lines alone', '- a\n\n- b\n', '- a\n- b\n', [], 2],
  ['nothing', '- a\n', '- a\n', [], 1],
  ['a line without a mark', 'plain words\n', 'plain old words\n', ['plain {old }words'], 0],
  ['markup', '- <b>x</b>\n', '- <b>y</b>\n', ['<b>[x]{y}</b>'], 0],
])('tells %s by the lines that changed', (_, before, after, lines, same) => {
  expect(written(before, after)).toEqual({ lines, same });
});

it('gives up on texts that have nothing in common', () => {
  const words = (letter: string) =>
    Array.from({ length: 8_000 }, (_, place) => `${letter}${place}`).join(' ');
  expect(changedLines(words('a'), words('b'))).toBeUndefined();
});
