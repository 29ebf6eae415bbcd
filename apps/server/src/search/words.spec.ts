import { describe, expect, it } from 'vitest';

import { phrasesIn, placesOf } from './phrases.ts';
import { wordsIn } from './words.ts';

const words = (text: string) => wordsIn(text).map(({ word }) => word);

/** What of a text is marked when something is looked for in it. */
const marked = (typed: string, text: string) =>
  placesOf(phrasesIn(typed), text).map(([start, end]) => text.slice(start, end));

describe('the words of a text', () => {
  it.each([
    ['I fly a PC-12, out of Bozeman.', ['i', 'fly', 'a', 'pc', '12', 'out', 'of', 'bozeman']],
    ['Hélène’s café ﬁne ＡＢＣ', ['helene', 's', 'cafe', 'fine', 'abc']],
    ['Страница ёлка', ['страница', 'елка']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['東京', ['東京', '京']],
    ['ガラス', ['ガラ', 'ラス', 'ス']],
    ['東京Tower2塔', ['東京', '京', 'tower2', '塔']],
    ['서울에서', ['서울에서']],
    ['🛩️ — !', []],
    ['', []],
  ])('%j', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('stand where they say', () => {
    const text = 'Ünïcode 東京 🛩 plain';
    expect(wordsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'Ünïcode',
      '東京',
      '京',
      'plain',
    ]);
  });

  it('are known by their beginning where they are very long', () => {
    const [long] = wordsIn('a'.repeat(100_000));
    expect([long?.word.length, long?.end]).toEqual([48, 100_000]);
    expect(marked('a'.repeat(200), 'a'.repeat(200))).toEqual(['a'.repeat(200)]);
  });
});

describe('what is looked for', () => {
  it.each([
    ['boze', 'out of Bozeman', ['Bozeman']],
    ['pc-12', 'A PC-12 is no PC 6', ['PC-12']],
    ['helene', 'to Hélène field', ['Hélène']],
    ['ozeman', 'out of Bozeman', []],
    ['タワー', '東京タワーへ', ['タワー']],
    ['東京', '東京タワーへ', ['東京']],
    ['東', '東京タワーへ', ['東']],
    ['へ', '東京タワーへ', ['へ']],
    ['京タ', '東京タワーへ', ['京タ']],
    ['東ワ', '東京タワーへ', []],
    ['東京tower', 'at 東京tower today', ['東京tower']],
    ['a" OR "b', 'nothing of the kind', []],
    ['fly out', 'I fly out of it', ['fly', 'out']],
  ])('%j in %j', (typed, text, expected) => {
    expect(marked(typed, text)).toEqual(expected);
  });

  it('is eight phrases at most, each once', () => {
    expect(phrasesIn('a b c d e f g h i j a')).toHaveLength(8);
    expect(phrasesIn('same SAME Same')).toHaveLength(1);
    expect(phrasesIn('" * ( ^ \0 \ud83d')).toEqual([]);
  });
});
