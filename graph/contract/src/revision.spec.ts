import { expect, it } from 'vitest';

import { AUTHOR_KINDS, MEMORY_RECEIPT_KEY } from './revision.ts';

it('names who may write, and where a message keeps what its model call had read', () => {
  expect(AUTHOR_KINDS).toEqual(['agent', 'subagent', 'person', 'import', 'undo']);
  expect(MEMORY_RECEIPT_KEY).toBe('memory_read');
});
