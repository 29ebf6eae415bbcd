import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { commonBase } from './common-base.ts';

describe('the text that a writer of two started from', () => {
  it.each([
    ['all of the older', '- a\n', '- a\n- new\n', '- a\n- mine\n', '- a\n'],
    [
      'the newer, as the new line shows',
      '- a\n',
      '- a\n- new\n',
      '- a\n- new\n- mine\n',
      '- a\n- new\n',
    ],
    ['both, line by line', '- a\n', '- a\n- x\n- y\n', '- a\n- x\n- mine\n', '- a\n- x\n'],
    [
      'the older, as a line shows that is gone',
      '- a\n- b\n',
      '- a\n',
      '- a\n- b\n- m\n',
      '- a\n- b\n',
    ],
    ['the newer, without that line', '- a\n- b\n', '- a\n', '- a\n- m\n', '- a\n'],
    ['the newer of a changed line', '- x\n', '- X\n', '- X\n- m\n', '- X\n'],
    ['the older of a changed line', '- x\n', '- X\n', '- x\n- m\n', '- x\n'],
    ['the older where neither shows', '- x\n', '- X\n', '- ξ\n', '- x\n'],
  ])('is %s', (_, read, shown, written, base) =>
    expect(commonBase(read, shown, written)).toBe(base),
  );

  it('is either text when that very text was written', () => {
    const text = fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(text, text, (read, shown) => {
        expect(commonBase(read, read, shown)).toBe(read);
        expect(commonBase(read, shown, read)).toBe(read);
      }),
    );
  });
});
