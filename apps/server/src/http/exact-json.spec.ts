import { describe, expect, it } from 'vitest';

import { MAX_DEPTH, parseExactJson } from './exact-json.ts';

describe('parseExactJson', () => {
  it.each([
    '{"a":9007199254740991,"b":-9007199254740991}',
    '{"a":"12345678901234567890"}',
    '{"a":0.1234567890123456789}',
    '{"a":1e100}',
    '{"text":"__proto__"}',
    '[{"lc":1,"type":"constructor"}]',
  ])('keeps %s', (text) => {
    expect(parseExactJson(text)).toEqual(JSON.parse(text));
  });

  it.each(['{"__proto__":{"x":1}}', '[{"a":{"\\u005f_proto__":null}}]'])(
    'refuses %s, which would not stay a key',
    (text) => {
      expect(() => parseExactJson(text)).toThrow(/key "__proto__"/);
    },
  );

  it('refuses nesting that would exhaust the stack, and takes what is deep enough', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => parseExactJson(nested(MAX_DEPTH + 1))).toThrow(/nested more than 200 levels/);
    expect(() => parseExactJson(nested(1_000_000))).toThrow(/nested more than 200 levels/);
    expect(JSON.stringify(parseExactJson(nested(MAX_DEPTH)))).toBe(nested(MAX_DEPTH));
  });

  it.each([
    '{"big":9007199254740993}',
    '{"deep":[{"big":12345678901234567890}]}',
    '{"big":-12345678901234567890}',
    '{"big":1e999}',
  ])('refuses %s, naming the field', (text) => {
    expect(() => parseExactJson(text)).toThrow(/"big" is too large/);
  });

  it.each([
    ['"\\ud83d"', 'body'],
    ['{"a":[{"b":"x\\udc00"}]}', 'body.a[0].b'],
    ['{"a":{"\\ude00\\ud83d":1}}', 'body.a'],
  ])('refuses %s, which is no text, by its path', (text, path) => {
    expect(() => parseExactJson(text)).toThrow(`${path} holds half of a Unicode pair`);
  });

  it('keeps whole pairs, escaped or not', () => {
    expect(parseExactJson('{"a":"\\ud83d\\ude00🛩"}')).toEqual({ a: '😀🛩' });
  });

  it.each(['', '{', 'undefined', "{'a':1}", '{"a":1} x'])('refuses %j as no JSON', (text) => {
    expect(() => parseExactJson(text)).toThrow('The request body is not valid JSON.');
  });
});
