import { expect, it } from 'vitest';

import { spokenText } from './spoken-text';

it.each([
  ['Noted.', 'Noted.'],
  ['It is **very** _clear_, see [the chart](https://a.test).', 'It is very clear, see the chart.'],
  ['# Weather\n\n- one\n- two `b`', 'Weather\none\ntwo b'],
  ['| A | B |\n|---|---|\n| 1 | 2 |', 'A\nB\n1\n2'],
  ['```ts\nconst a = 1;\n```', 'const a = 1;'],
  ['---', ''],
])('%j is read aloud as %j', (text, words) => {
  expect(spokenText(text)).toBe(words);
});
