import { describe, expect, it } from 'vitest';

import { readSources } from './sources.ts';

const selenium = "const { By } = require('selenium-webdriver');\n";

describe('reading sources', () => {
  it('takes Selenium files, with what they import', () => {
    const read = readSources([
      { name: 'login.test.js', text: `${selenium}const users = require('./data/users');\n` },
      { name: 'data/users.js', bytes: new TextEncoder().encode("module.exports = ['tom'];\n") },
    ]);
    expect(read.sources?.map(({ name }) => name)).toEqual(['login.test.js', 'data/users.js']);
    expect(read.sources?.[1]?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['nothing', [], 'There is no file to convert.'],
    ['an empty file', [{ name: 'a.js', text: ' \n' }], 'a.js is empty.'],
    ['bytes', [{ name: 'a.js', bytes: new Uint8Array([0xff, 0xfe, 0]) }], 'a.js is not text.'],
    ['a zero', [{ name: 'a.js', text: 'a\0b' }], 'a.js is not text.'],
    ['2 MB', [{ name: 'a.js', text: ' '.repeat(2 ** 21) }], 'a.js is larger than 256 kB.'],
    ['a picture', [{ name: 'a.png', text: 'x' }], 'a.png is no TypeScript or JavaScript file.'],
    ['no Selenium', [{ name: 'a.js', text: 'let a = 1;' }], 'a.js uses no Selenium'],
    ['no JavaScript', [{ name: 'a.js', text: `${selenium}if (` }], 'a.js does not parse: '],
    ['a way out', [{ name: '../a.js', text: selenium }], '"../a.js" is no name of a file'],
    ['an absolute path', [{ name: '/etc/a.js', text: selenium }], '"/etc/a.js" is no name'],
    [
      'two of one name',
      [
        { name: 'a.js', text: selenium },
        { name: 'a.ts', text: selenium },
      ],
      'a.js and a.ts would become the same file.',
    ],
    [
      'too many',
      Array.from({ length: 51 }, (_, at) => ({ name: `a${at}.js`, text: selenium })),
      'At most 50 files',
    ],
  ])('refuses %s in one sentence', (_, files, sentence) => {
    expect(readSources(files).refused).toContain(sentence);
  });
});
