import { describe, expect, it } from 'vitest';

import { findAddedSecret, findSecret } from './secrets.ts';

describe('what looks like a credential', () => {
  it.each([
    ['my password is hunter2', 'a password'],
    ['Password: swordfish', 'a password'],
    ['the passphrase for the NAS is correct-horse', 'a password'],
    ['pwd=abc', 'a password'],
    ['My PIN is 4711.', 'a PIN'],
    ['API key: 1234', 'a key or token'],
    ['api_key=xyz', 'a key or token'],
    ['the access token is abc', 'a key or token'],
    ['key sk-proj-abcdefghijklmnop1234', 'an API key'],
    ['ghp_0123456789abcdefghijABCDEFGHIJ012345', 'an access token'],
    ['AKIAIOSFODNN7EXAMPLE', 'an access key'],
    ['xoxb-1234567890-abcdef', 'an access token'],
    ['-----BEGIN RSA PRIVATE KEY-----', 'a private key'],
    ['postgres://me:s3cret@db.example/x', 'a password in an address'],
    ['Authorization: Bearer abcdefghijklmnop1234', 'an access token'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc', 'an access token'],
    ['use 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b', 'a key or token'],
  ])('%s', (text, what) => expect(findSecret(text)).toBe(what));
});

describe('what does not', () => {
  it.each([
    '- I fly a PC-12 out of KBZN',
    '- Passwords are kept in the safe',
    '- my password is not written down',
    '- the token is required',
    '- uses a password manager',
    '- key aircraft: TBM 960',
    '- Order 3f2b8a54-6c1e-4d8e-9a77-0123456789ab',
    '- https://example.org/a/very/long/path/with/numbers/1234567890/and/more',
    '- phone +49 30 1234567890',
    '- 👩‍✈️ טייס',
    '- pinned at the top is the checklist',
    '- Donaudampfschifffahrtsgesellschaftskapitän',
  ])('%s', (text) => expect(findSecret(text)).toBeUndefined());

  it('what stood there before', () => {
    const before = '- my password is hunter2\n';
    expect(findAddedSecret(before, `${before}- new\n`)).toBeUndefined();
    expect(findAddedSecret(before, `${before}- PIN: 1234\n`)).toBe('a PIN');
    expect(findAddedSecret(undefined, before)).toBe('a password');
  });
});
