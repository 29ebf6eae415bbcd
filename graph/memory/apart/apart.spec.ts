import { expect, it } from 'vitest';

import { apart, TooMuchWorkError } from './apart.ts';

it(
  'does a small task at once, and a large one with the same result',
  { timeout: 60_000 },
  async () => {
    const base = Array.from({ length: 3000 }, (_, at) => `line ${at}`).join('\n');
    const [mine, theirs] = [`first\n${base}`, `${base}\nlast`];
    expect(await apart('mergeTexts', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC')).toBe('A\nb\nC');
    expect(await apart('mergeTexts', base, theirs, mine)).toBe(`first\n${base}\nlast`);
    expect(await apart('matchNames', '**/*.md', ['a.md', 'b/c.md', 'd.txt'])).toEqual([
      true,
      true,
      false,
    ]);
  },
);

it(
  'gives up what takes for ever, while the event loop goes round',
  { timeout: 60_000 },
  async () => {
    let rounds = 0;
    const timer = setInterval(() => (rounds += 1), 10);
    const pattern = `${'*a'.repeat(30)}b`;
    await expect(apart('matchNames', pattern, ['a'.repeat(200)])).rejects.toThrow(TooMuchWorkError);
    clearInterval(timer);
    expect(rounds).toBeGreaterThan(20);
    // The thread that was ended is replaced.
    expect(await apart('matchNames', '*.md', ['a.md'])).toEqual([true]);
  },
);
