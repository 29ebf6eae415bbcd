import { describe, expect, it } from 'vitest';

import { redact, redactJson, REMOVED, textsIn } from './redact.ts';

const KEY = 'canary-7Zq81xPw0Lm3';
const SAID = 'Please remember: my daughter Mathilda goes to school in "Żabno" at 7:45,\nbox 4711.';
const confidential = { keys: [KEY], sent: [SAID, '- The pilot flies a PC-12 from Écija\n'] };

const left = (text: string) => redact(text, confidential);

describe('a key', () => {
  it.each([
    `Incorrect API key provided: ${KEY}.`,
    `Authorization: Bearer ${KEY}`,
    `"authorization":"Bearer ${KEY}"`,
    `got header Basic ${Buffer.from(`:${KEY}`).toString('base64')}`,
    `x-api-key=${KEY}`,
    `the key begins with ${KEY.slice(0, 9)} and ends with ${KEY.slice(-7)}`,
    `https://host/?key=${encodeURIComponent(KEY)}&x`,
    `sent ${Buffer.from(KEY).toString('base64')}`,
  ])('is taken out of %s', (text) => {
    const shown = left(text);
    expect(shown).toContain(REMOVED);
    for (let at = 0; at + 6 <= KEY.length; at += 1)
      expect(shown).not.toContain(KEY.slice(at, at + 6));
    expect(shown).not.toContain(Buffer.from(KEY).toString('base64').slice(0, 12));
  });

  it.each([
    'Incorrect API key provided: sk-proj-abc***************wxyz. You can find it.',
    'Authorization: Bearer unknownvalue',
    'api_key: "hunter2hunter2"',
    'token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
    'for 3f2b8a54-6c1e-4d8e-9a77-0123456789ab',
  ])('that is not known is taken out by its shape: %s', (text) => {
    expect(left(text)).toContain(REMOVED);
    expect(left(text)).not.toMatch(/abc\*|unknownvalue|hunter2|eyJ|3f2b8a54/);
  });
});

describe('what was sent', () => {
  it.each([
    ['as it is', `Invalid: ${SAID}`],
    ['in part', 'flagged "my daughter Mathilda goes" in input'],
    ['as JSON', JSON.stringify({ input: SAID })],
    ['as JSON in ASCII', JSON.stringify({ input: SAID }).replace('Ż', '\\u017b')],
    ['in HTML', `<pre>${SAID.replaceAll('"', '&quot;').replaceAll(' ', '&nbsp;')}</pre>`],
    ['in an address', `GET /?q=${encodeURIComponent(SAID)}`],
    ['in capitals', SAID.toUpperCase()],
    ['spaced', SAID.replaceAll(' ', '   ').replaceAll(',', ' , ')],
    ['with its memory', 'context: - the pilot flies a pc-12 FROM ÉCIJA'],
    ['a number of it', 'invalid value 4711'],
  ])('is taken out %s', (_, text) => {
    const shown = left(text);
    expect(shown).toContain(REMOVED);
    expect(shown.toLowerCase()).not.toMatch(/mathilda|school|daughter|pilot flies|cija|4711/);
  });

  it('leaves what the provider says of its own', () => {
    const text = 'This model does not support tools (code 400): choose another one.';
    expect(left(text)).toBe(text);
    expect(left('Rate limit reached. Try again in 20 s.')).toBe(
      'Rate limit reached. Try again in 20 s.',
    );
  });

  it('is looked for in time that grows with its length alone', () => {
    const counted = (length: number) => {
      const sent = ['a'.repeat(length)];
      const start = process.cpuUsage().user;
      for (let times = 0; times < 5; times += 1)
        redact('aaaaaaaaab'.repeat(200), { keys: [], sent });
      return process.cpuUsage(undefined).user - start;
    };
    counted(100_000);
    const [once, twice] = [counted(2_000_000), counted(4_000_000)];
    expect(twice / Math.max(once, 1)).toBeLessThan(4);
  });
});

it('cuts long texts, and leaves no half of a pair', () => {
  expect(redact('x'.repeat(1999) + '😀'.repeat(5), { keys: [], sent: [] }).isWellFormed()).toBe(
    true,
  );
  expect(redact('y y '.repeat(5000), { keys: [], sent: [] })).toHaveLength(2000);
});

it('reads and redacts JSON, names included', () => {
  expect(textsIn({ a: ['x', { b: 'y' }], c: 1 })).toEqual(['x', 'y']);
  const value = { error: { message: `no ${KEY}`, code: 401, [KEY]: [KEY, null] } };
  expect(redactJson(value, confidential)).toEqual({
    error: { message: `no ${REMOVED}`, code: 401, [REMOVED]: [REMOVED, null] },
  });
});
