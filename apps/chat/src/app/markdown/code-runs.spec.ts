import { expect, it } from 'vitest';

import { codeRuns } from './code-runs';
import { LANGUAGES, languageNamed } from './languages';

it('are of the inner kind before the outer', () => {
  expect(codeRuns('`a${b}` < c', 'javascript')).toEqual([
    { kind: 'string', text: '`a' },
    { kind: 'subst', text: '${b}' },
    { kind: 'string', text: '`' },
    { kind: undefined, text: ' < c' },
  ]);
});

it.each(LANGUAGES)('lose no character of hostile code in %s', (language) => {
  const code = '<script>"\'&amp;</span>`${x}` # -- // /* \u0000 é 🛩\r\n</script>';
  const runs = codeRuns(code, language);
  expect(runs.map(({ text }) => text).join('')).toBe(code);
});

it.each([
  ['TS', 'typescript'],
  ['html', 'xml'],
  ['brainf', undefined],
  ['__proto__', undefined],
  ['constructor', undefined],
])('know %s as %s', (name, language) => {
  expect(languageNamed(name)).toBe(language);
});
