import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mergeTexts } from './merge-texts.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 8 })
  .map((lines) => lines.join('\n'));

describe('a merge of two changes of one text', () => {
  it.each([
    ['different lines', '1\n2\n3\n', 'A\n2\n3\n', '1\n2\nB\n', 'A\n2\nB\n'],
    ['the same change', '1\n', '2\n', '2\n', '2\n'],
    ['one side alone', '1\n', '1\n', '2\n', '2\n'],
    ['CRLF, replacement patterns', '1\r\n2\r\n3', '$&\r\n2\r\n3', '1\r\n2\r\n$1', '$&\r\n2\r\n$1'],
  ])('joins %s', (_, base, theirs, mine, merged) => {
    expect(mergeTexts(base, theirs, mine)).toBe(merged);
  });

  it.each([
    ['the same line', '1\n', '2\n', '3\n'],
    ['two additions at one place', '1\n', '1\n2\n', '1\n3\n'],
    ['a change and a removal', '1\n2\n', '1\nX\n', '1\n'],
  ])('is not clean for %s', (_, base, theirs, mine) => {
    expect(mergeTexts(base, theirs, mine)).toBeUndefined();
  });

  it('gives up on texts too repetitive to compare in bounded time', () => {
    const same = 'x\n'.repeat(20_000);
    expect(mergeTexts(same, `${same}theirs`, `mine\n${same}`)).toBeUndefined();
  });

  it('is the same from either side, and one side’s change alone is that change', () => {
    fc.assert(
      fc.property(text, text, text, (base, theirs, mine) => {
        expect(mergeTexts(base, theirs, mine)).toBe(mergeTexts(base, mine, theirs));
        expect(mergeTexts(base, base, mine)).toBe(mine);
        expect(mergeTexts(base, theirs, base)).toBe(theirs);
      }),
    );
  });
});
