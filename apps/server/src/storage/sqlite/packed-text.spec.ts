import { randomBytes } from 'node:crypto';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { pack, unpack } from './packed-text.ts';
import { holds } from './testing/files-holding.ts';

const again = (text: string) => unpack({ body: pack(text) }, 'body');

describe('a packed text', () => {
  it('is given back as it was, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (said) => {
        const text = JSON.stringify({ said, again: said });
        expect(again(text)).toBe(text);
      }),
    );
    for (const length of [0, 63, 64, 128 * 1024, 128 * 1024 + 1])
      expect(again('x'.repeat(length))).toBe('x'.repeat(length));
  });

  it('keeps surrogates without a partner, as JSON escapes them', () => {
    const text = JSON.stringify({ said: `\ud800 and \udfff ${'more '.repeat(30)}` });
    expect(JSON.parse(again(text))).toEqual(JSON.parse(text));
  });

  it('is never longer than the text', () => {
    for (const length of [10, 64, 100, 1000, 5000]) {
      const text = randomBytes(length).toString('base64');
      expect(Buffer.byteLength(pack(text))).toBeLessThanOrEqual(text.length);
    }
  });

  it('is read where it was stored before texts were packed', () => {
    expect(unpack({ body: '{"a":1}' }, 'body')).toBe('{"a":1}');
  });

  it('can be read for ever: this one was packed by the first version that did', () => {
    const text = '{"$":["M","HumanMessage",{"content":"a sentence nobody changes","id":"m1"}]}';
    const first = Buffer.from(
      'eLuPpBkgw+NrhPWJCsWpIHZyqkJeflJ+SqVCckZiHqQhBynRDEGtYgCkSRjG',
      'base64',
    );
    expect(unpack({ body: first }, 'body')).toBe(text);
    expect(Buffer.from(pack(text)).subarray(0, 6)).toEqual(first.subarray(0, 6));
  });

  it.each([
    ['cut', (bytes: NodeJS.NonSharedUint8Array) => bytes.subarray(0, -5)],
    [
      'with a flipped bit',
      (bytes: NodeJS.NonSharedUint8Array) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
    ],
    ['of another kind', () => 17],
  ])('is refused as damaged when it is %s', (_, damage) => {
    const packed = pack(JSON.stringify({ said: randomBytes(300).toString('hex') }));
    if (typeof packed === 'string') throw new Error('it was not packed');
    expect(() => unpack({ body: damage(packed) }, 'body')).toThrow(
      expect.objectContaining({ kind: 'damaged' }),
    );
  });

  it('is found among other bytes, cut off or not, by what looks for erased text', () => {
    const packed = Buffer.from(
      pack(`${'as it begins '.repeat(8)}${randomBytes(400).toString('hex')}`),
    );
    // A zero before it, since a random byte could be the one that is cut off.
    const before = Buffer.concat([randomBytes(50), Buffer.of(0)]);
    const around = (bytes: Buffer) => Buffer.concat([before, bytes, randomBytes(9000)]);
    expect(packed.includes('begins')).toBe(false);
    expect(holds(around(packed), 'it begins')).toBe(true);
    expect(holds(around(packed.subarray(0, 200)), 'it begins')).toBe(true);
    expect(holds(around(packed.subarray(1)), 'it begins')).toBe(false);
  });
});
