import { describe, expect, it } from 'vitest';

import { MEMORY_MAX_BYTES } from './names.ts';
import { textProblem, utf8Bytes } from './text.ts';

describe('a text as the memory file', () => {
  it.each([
    ['empty', '', undefined],
    ['65,536 bytes of ASCII', 'x'.repeat(65_536), undefined],
    ['65,537 bytes of ASCII', 'x'.repeat(65_537), 'too-large'],
    ['65,536 bytes in 2-byte characters', 'é'.repeat(32_768), undefined],
    ['65,537 bytes in 2-byte characters', `${'é'.repeat(32_768)}x`, 'too-large'],
    ['65,536 bytes in 3-byte characters', `${'€'.repeat(21_845)}x`, undefined],
    ['65,537 bytes in 3-byte characters', `${'€'.repeat(21_845)}xx`, 'too-large'],
    ['65,536 bytes in 4-byte characters', '😀'.repeat(16_384), undefined],
    ['65,537 bytes in 4-byte characters', `${'😀'.repeat(16_384)}x`, 'too-large'],
    ['65,536 UTF-16 units of 3 bytes each', '€'.repeat(65_536), 'too-large'],
    ['a lone high surrogate', 'a\ud83d', 'ill-formed'],
    ['a lone low surrogate', '\ude00a', 'ill-formed'],
    ['surrogates the wrong way round', '\ude00\ud83d', 'ill-formed'],
    ['ill-formed and too large in bytes alone', `\ud83d${'€'.repeat(30_000)}`, 'ill-formed'],
    ['ill-formed and too many units', `\ud83d${'x'.repeat(65_536)}`, 'too-large'],
    ['BOM, NUL and direction marks', '\ufeff\u0000\u202e', undefined],
  ] as const)('%s', (_, text, problem) => expect(textProblem(text)).toBe(problem));

  it('is measured in bytes of UTF-8', () => {
    expect(MEMORY_MAX_BYTES).toBe(65_536);
    expect(['a', 'é', '€', '😀', ''].map(utf8Bytes)).toEqual([1, 2, 3, 4, 0]);
  });
});
