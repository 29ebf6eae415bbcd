import { expect, it } from 'vitest';

import { fixedTokens } from './tokens.ts';

it('spends no more tokens on system text and tools than a turn may cost before a word is said', async () => {
  const { bar, note, value } = await fixedTokens();
  expect(value, note).toBeLessThanOrEqual(bar);
  expect(value).toBeGreaterThan(1000);
});
