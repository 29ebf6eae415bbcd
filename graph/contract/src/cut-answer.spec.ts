import { expect, it } from 'vitest';

import { cutOf } from './cut-answer.ts';

it.each([
  [undefined, { cut: false }],
  [{}, { cut: false }],
  [{ cut: 'yes', finish_reason: 'length' }, { cut: false }],
  [{ cut: true }, { cut: true }],
  [{ cut: true, finish_reason: 'stop' }, { cut: true }],
  [
    { cut: true, finish_reason: 'max_tokens' },
    { cut: true, cutBy: 'length' },
  ],
  [
    { cut: true, finish_reason: 'content_filter' },
    { cut: true, cutBy: 'filter' },
  ],
  [
    { cut: true, finish_reason: 'constructor' },
    { cut: true, cutBy: 'other' },
  ],
])('%j says %j', (metadata, told) => {
  expect(cutOf(metadata)).toEqual(told);
});
