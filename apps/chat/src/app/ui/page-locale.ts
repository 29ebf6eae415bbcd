/**
 * The locale of dates and numbers: that of the page's texts, in the person's own regional custom
 * where their browser asks for the same language. Words and dates are never of two languages.
 */
export function localeFor(page: string, preferred: readonly string[]): string {
  const language = languageOf(page);
  return preferred.find((each) => languageOf(each) === language) ?? page;
}

function languageOf(tag: string): string {
  return tag.toLowerCase().split('-', 1)[0] ?? '';
}

/** Put in when the client is built; the source's own language where nothing was put in. */
export const PAGE_LOCALE = localeFor($localize.locale ?? 'en', navigator.languages);
