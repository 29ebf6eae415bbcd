import { describe, expect, it } from 'vitest';

import { isMemoryContext, isScope } from './scope.ts';

const SCOPE = '3f2b8a54-6c1e-4d8e-9a77-0123456789ab';

describe('a scope', () => {
  it.each(['8', '9', 'a', 'b'])('may have the variant %s', (variant) => {
    expect(isScope(`3f2b8a54-6c1e-4d8e-${variant}a77-0123456789ab`)).toBe(true);
  });

  const wrong: readonly [string, unknown][] = [
    ['upper case', SCOPE.toUpperCase()],
    ['one upper-case digit', SCOPE.replace('f', 'F')],
    ...['0', '1', '3', '5', '7'].map((version): [string, unknown] => [
      `version ${version}`,
      SCOPE.replace('-4', `-${version}`),
    ]),
    ...['0', '7', 'c', 'f'].map((variant): [string, unknown] => [
      `variant ${variant}`,
      SCOPE.replace('-9', `-${variant}`),
    ]),
    ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['braces', `{${SCOPE}}`],
    ['no dashes', SCOPE.replaceAll('-', '')],
    ['a leading space', ` ${SCOPE}`],
    ['a last line break', `${SCOPE}\n`],
    ['35 characters', SCOPE.slice(1)],
    ['37 characters', `${SCOPE}0`],
    ['other digits', SCOPE.replace('3', '３')],
    ['nothing', ''],
    ['undefined', undefined],
    ['null', null],
    ['a number', 4],
    ['a String object', new String(SCOPE)],
    ['an array of one', [SCOPE]],
  ];
  it.each(wrong)('is not %s', (_, value) => expect(isScope(value)).toBe(false));
});

describe('a run context', () => {
  it('is exactly the scope', () => expect(isMemoryContext({ memory_scope: SCOPE })).toBe(true));

  const wrong: readonly [string, unknown][] = [
    ['empty', {}],
    ['extra keys', { memory_scope: SCOPE, more: 1 }],
    ['an extra key without a value', { memory_scope: SCOPE, more: undefined }],
    ['an extra symbol', { memory_scope: SCOPE, [Symbol('x')]: 1 }],
    ['another name', { memoryScope: SCOPE }],
    ['an upper-case scope', { memory_scope: SCOPE.toUpperCase() }],
    ['an inherited scope', Object.create({ memory_scope: SCOPE })],
    ['a string', SCOPE],
    ['null', null],
    ['undefined', undefined],
    ['an array', [SCOPE]],
  ];
  it.each(wrong)('is not %s', (_, value) => expect(isMemoryContext(value)).toBe(false));
});
