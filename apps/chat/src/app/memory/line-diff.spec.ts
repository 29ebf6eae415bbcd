import { expect, it } from 'vitest';

import { lineDiff } from './line-diff';

it.each([
  ['', '- a\n- b\n', ['a', 'b'], []],
  ['- a\n- b', '- a\n', [], ['b']],
  ['- a\n', '- b\n', ['b'], ['a']],
  ['- a', '- a\n- b\n', ['b'], []],
  ['- a\n\n- b\n', '- a\n- b\n', [], []],
])('from %j to %j', (before, after, added, removed) => {
  expect(lineDiff(before, after)).toEqual({ added, removed });
});
