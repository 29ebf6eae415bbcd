import { expect, it } from 'vitest';

import { wordDiff } from './word-diff';

const kept = (before: string, after: string, without: 'added' | 'removed') =>
  wordDiff(before, after)
    ?.filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

it.each([
  ['- base KBZN\n- metric\n', '- base KSUN\n- metric\n'],
  ['', '- new\n'],
  ['- old\n', ''],
  ['a  b\r\n', 'a b\n'],
  ['$& </ins>', '<ins>$&'],
  ['naïve 🛩', 'naïve 🛫'],
])('loses no character of either text: %j, %j', (before, after) => {
  expect(kept(before, after, 'added')).toBe(before);
  expect(kept(before, after, 'removed')).toBe(after);
});

it('marks words, not lines', () => {
  expect(wordDiff('- base KBZN today', '- base KSUN today')).toEqual([
    { kind: 'same', text: '- base ' },
    { kind: 'removed', text: 'KBZN' },
    { kind: 'added', text: 'KSUN' },
    { kind: 'same', text: ' today' },
  ]);
});

it('gives up in bounded time on texts that have nothing in common', () => {
  const words = (letter: string) =>
    Array.from({ length: 8_000 }, (_, place) => `${letter}${place}`).join(' ');
  expect(wordDiff(words('a'), words('b'))).toBeUndefined();
});
