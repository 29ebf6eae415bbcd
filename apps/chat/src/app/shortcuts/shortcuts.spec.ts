import { describe, expect, it } from 'vitest';

import { shortcutFor, type ShortcutKey } from './shortcuts';

const press = (over: Partial<ShortcutKey> = {}): ShortcutKey => ({
  altKey: false,
  ctrlKey: false,
  defaultPrevented: false,
  isComposing: false,
  key: 'n',
  metaKey: false,
  repeat: false,
  ...over,
});

describe('shortcutFor', () => {
  it.each([
    ['n', 'new'],
    ['s', 'search'],
    ['c', 'write'],
    ['m', 'memory'],
    ['?', 'list'],
  ])('knows %s', (key, action) => {
    expect(shortcutFor(press({ key }))).toBe(action);
  });

  it.each<Partial<ShortcutKey>>([
    { key: 'x' },
    { key: 'toString' },
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { isComposing: true },
    { repeat: true },
    { defaultPrevented: true },
  ])('leaves %o to the browser', (over) => {
    expect(shortcutFor(press(over))).toBeUndefined();
  });
});
