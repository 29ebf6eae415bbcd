import { expect, it } from 'vitest';

import { MEMORY_PATH } from './names.ts';

it('names the memory file', () => {
  expect(MEMORY_PATH).toBe('/memories/AGENTS.md');
});
