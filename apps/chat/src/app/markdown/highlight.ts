import hljs from 'highlight.js/lib/core';

import { highlightedRuns, type Run } from './highlighted-runs';
import { LANGUAGES, languageNamed } from './languages';

/** Longest code that is coloured, in UTF-16 units: more would stop the page. */
const LONGEST = 30_000;

/**
 * Code in runs of one kind each; undefined when the language is not known here, or the code too long.
 * A language's rules are loaded when it is first met. Rejects when they cannot be loaded.
 */
export async function highlight(code: string, name: string): Promise<readonly Run[] | undefined> {
  const language = languageNamed(name);
  if (language === undefined || code.length > LONGEST) return undefined;
  if (hljs.getLanguage(language) === undefined) {
    const rules = await LANGUAGES[language]();
    hljs.registerLanguage(language, rules.default);
  }
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  return highlightedRuns(value, code);
}
