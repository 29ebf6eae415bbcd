import { expect, it } from 'vitest';

import { highlight } from './highlight';
import { highlightedRuns } from './highlighted-runs';
import { LANGUAGES, languageNamed } from './languages';

it('reads markup as runs, the inner kind before the outer', () => {
  const markup =
    '<span class="hljs-string">&quot;a<span class="hljs-subst">b</span>&#x27;</span> &lt;c';
  expect(highlightedRuns(markup, '"ab\' <c')).toEqual([
    { kind: 'string', text: '"a' },
    { kind: 'subst', text: 'b' },
    { kind: 'string', text: "'" },
    { kind: undefined, text: ' <c' },
  ]);
});

it('is nothing when the markup is not the code', () => {
  expect(highlightedRuns('<img src=x>', '<img src=x>')).toBeUndefined();
  expect(highlightedRuns('a', 'b')).toBeUndefined();
});

it('loads every language, and loses no character of hostile code in any', async () => {
  const code = '<script>"\'&amp;</span>`${x}` # -- // /* \u0000 é 🛩\r\n</script>';
  for (const language of Object.keys(LANGUAGES)) {
    const runs = await highlight(code, language);
    expect(runs?.map(({ text }) => text).join('')).toBe(code);
  }
});

it.each([
  ['TS', 'typescript'],
  ['html', 'xml'],
  ['brainf', undefined],
  ['__proto__', undefined],
  ['constructor', undefined],
])('knows %s as %s', (name, language) => {
  expect(languageNamed(name)).toBe(language);
});
