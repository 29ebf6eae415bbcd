import { describe, expect, it } from 'vitest';

import { parseExactJson } from './exact-json.ts';

describe('parseExactJson', () => {
  it.each([
    '{"a":9007199254740991,"b":-9007199254740991}',
    '{"a":"12345678901234567890"}',
    '{"a":0.1234567890123456789}',
    '{"a":1e100}',
    '{"__proto__":{"a":12345678901234}}',
    '[{"lc":1,"type":"constructor"}]',
  ])('keeps %s', (text) => {
    expect(parseExactJson(text)).toEqual(JSON.parse(text));
  });

  it('keeps a __proto__ key as a key, also where numbers are checked', () => {
    const value = parseExactJson('{"__proto__":{"x":1},"id":"1234567890123456"}') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'id']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    '{"big":9007199254740993}',
    '{"deep":[{"big":12345678901234567890}]}',
    '{"big":-12345678901234567890}',
    '{"big":1e999}',
  ])('refuses %s, naming the field', (text) => {
    expect(() => parseExactJson(text)).toThrow(/"big" is too large/);
  });

  it.each(['', '{', 'undefined', "{'a':1}", '{"a":1} x'])('refuses %j as no JSON', (text) => {
    expect(() => parseExactJson(text)).toThrow('The request body is not valid JSON.');
  });
});
