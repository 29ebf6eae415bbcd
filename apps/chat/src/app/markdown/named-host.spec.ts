import { describe, expect, it } from 'vitest';

import { namesOtherHost } from './named-host';

describe('the words of a link', () => {
  it.each([
    ['bank.test', 'https://evil.test/'],
    ['https://bank.test/login', 'https://evil.test/bank.test'],
    ['see (www.bank.test).', 'https://evil.test/'],
    ['bank.test', 'https://bank.test.evil.test/'],
    ['bank.test', 'https://notbank.test/'],
    ['bank\u200b.te\u2060st', 'https://evil.test/'],
    ['bank。test', 'https://evil.test/'],
    ['ｂａｎｋ．ｔｅｓｔ', 'https://evil.test/'],
    ['\u202etset.live\u202c bank.test', 'https://evil.test/'],
    ['аpple.test', 'https://apple.test/'],
    ['10.0.0.1', 'https://10.0.0.2/'],
    ['ann@bank.test', 'mailto:ann@evil.test'],
    ['bank.test@evil.test', 'https://other.test/'],
  ])('%s names another host than %s', (words, href) => {
    expect(namesOtherHost(words, href)).toBe(true);
  });

  it.each([
    ['bank.test', 'https://bank.test/login'],
    ['www.bank.test', 'https://bank.test/'],
    ['bank.test', 'https://www.bank.test/'],
    ['bank.test', 'https://docs.bank.test:8443/'],
    ['https://bank.test/a?next=evil.test', 'https://bank.test/a?next=evil.test'],
    ['bücher.test', 'https://xn--bcher-kva.test/'],
    ['Version 3.5, at last', 'https://bank.test/'],
    ['the bank', 'https://bank.test/'],
    ['ann@bank.test', 'mailto:ann@bank.test'],
    ['...', 'https://bank.test/'],
    ['', 'https://bank.test/'],
  ])('%s names no other host than %s', (words, href) => {
    expect(namesOtherHost(words, href)).toBe(false);
  });
});
