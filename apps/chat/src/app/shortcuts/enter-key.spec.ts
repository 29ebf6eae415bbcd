import { expect, it } from 'vitest';

import { EnterKey, type EnterPress } from './enter-key';

const press = (over: Partial<EnterPress> = {}): EnterPress => ({
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...over,
});

it.each([
  [true, press(), true],
  [true, press({ shiftKey: true }), false],
  [false, press(), false],
  [false, press({ ctrlKey: true }), true],
  [false, press({ metaKey: true }), true],
  [false, press({ ctrlKey: true, shiftKey: true }), false],
])('where Enter sends: %s, %j sends: %s', (sends, event, expected) => {
  const key = new EnterKey();
  key.choose(sends);
  expect(key.isSending(event)).toBe(expected);
});
