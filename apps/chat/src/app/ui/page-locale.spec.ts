import { describe, expect, it } from 'vitest';

import { localeFor } from './page-locale';

describe('The locale of dates and numbers', () => {
  it.each([
    ['the region of the same language', 'en', ['de-DE', 'en-GB', 'en-US'], 'en-GB'],
    ['the page where the person reads another language', 'en', ['de-DE', 'fr'], 'en'],
    ['the page where nothing is asked for', 'de', [], 'de'],
    ['the language, not its first letters', 'fi', ['fil-PH'], 'fi'],
    ['a tag in any case', 'pt-BR', ['PT-pt'], 'PT-pt'],
  ])('is %s', (_, page, preferred, expected) => {
    expect(localeFor(page, preferred)).toBe(expected);
  });
});
