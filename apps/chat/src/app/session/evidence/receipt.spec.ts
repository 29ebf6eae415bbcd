import { describe, expect, it } from 'vitest';

import { describeReceipt, readReceipt } from './receipt';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const UNKNOWN = { newest: undefined, sha256: undefined, revision: undefined };

describe('a receipt in words', () => {
  it.each([
    ['a revision', { revision: 12, sha256: A }, 'used memory version 12', 12],
    ['no file ever', { revision: 0, sha256: null }, 'used no memory: there was none', undefined],
    [
      'an erased file',
      { revision: 3, sha256: null },
      'used no memory: erased by version 3',
      undefined,
    ],
    [
      'a text outside of the history',
      { revision: null, sha256: A },
      'used memory that is in no version',
      undefined,
    ],
  ])('%s', (_, receipt, used, opens) => {
    expect(describeReceipt(receipt, UNKNOWN)).toEqual({ used, opens, since: undefined });
  });

  const since = (
    newest: number | undefined,
    revision: number | null | undefined,
    sha256: string | null | undefined,
  ) => describeReceipt({ revision: 12, sha256: A }, { newest, revision, sha256 }).since;

  it('says nothing of the store while nothing is known, or nothing has changed', () => {
    expect(since(undefined, undefined, undefined)).toBeUndefined();
    expect(since(12, 12, A)).toBeUndefined();
  });

  it('says that the store has moved on, as soon as a later revision is heard of', () => {
    expect(since(13, 12, A)).toMatch(/moved on since: now version 13/);
    expect(since(13, 13, B)).toMatch(/moved on since: now version 13/);
    expect(since(13, 13, null)).toMatch(/moved on since: now version 13/);
  });

  it('does not call it moved on when the same text came back', () => {
    expect(since(14, 14, A)).toBe('now version 14, with the same text');
  });

  it('notices a text that was written past the history', () => {
    expect(since(12, 12, B)).toBe('memory has been changed since');
    expect(
      describeReceipt({ revision: null, sha256: A }, { newest: 4, revision: 4, sha256: B }).since,
    ).toBe('memory has been changed since');
  });

  it('claims nothing from a read older than the newest news', () => {
    expect(since(13, 12, B)).toMatch(/now version 13/);
  });
});

describe('reading a receipt off a message', () => {
  it.each([
    [
      { revision: 1, sha256: A, more: 1 },
      { revision: 1, sha256: A },
    ],
    [
      { revision: null, sha256: null },
      { revision: null, sha256: null },
    ],
    [{ revision: -1, sha256: A }, undefined],
    [{ revision: 1, sha256: 'A' }, undefined],
    [{ revision: 1 }, undefined],
    [undefined, undefined],
    ['version 1', undefined],
  ])('%j', (value, expected) => expect(readReceipt(value)).toEqual(expected));
});
