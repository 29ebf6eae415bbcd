import { describe, expect, it } from 'vitest';

import { readArguments, readJson } from './read-json';

describe('JSON that a person writes', () => {
  it.each(['null', '0', '"text"', '[1]', '{"a":{"__proto__":1}}'])(
    'may be any value: %s',
    (text) => {
      expect(JSON.stringify(readJson(text).value)).toBe(text);
    },
  );

  it.each(['', 'text', "{'a':1}", '{a:1}', '[1,]', '{"a":1} x'])('is read strictly: %s', (text) => {
    expect(readJson(text).problem).toContain('This is not JSON');
    expect(readArguments(text).problem).toContain('This is not JSON');
  });

  it.each(['null', '0', '"text"', '[1]'])('is no arguments unless it is an object: %s', (text) => {
    expect(readArguments(text).problem).toContain('JSON object');
  });

  it('has arguments in an object', () => {
    expect(readArguments('{"a":[1]}')).toEqual({ value: { a: [1] } });
  });
});
