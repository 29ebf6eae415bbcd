import { describe, expect, it } from 'vitest';

import { isTimeZone } from './time-zone.ts';

describe('a time zone', () => {
  it.each(['Europe/Brussels', 'UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', '+02:00'])(
    '%s is one',
    (name) => expect(isTimeZone(name)).toBe(true),
  );

  it.each([
    '',
    'Mars/Olympus',
    'Europe/Brussels\n## Rules',
    'x'.repeat(65),
    2,
    null,
    undefined,
    {},
  ])('%j is none', (value) => expect(isTimeZone(value)).toBe(false));
});
