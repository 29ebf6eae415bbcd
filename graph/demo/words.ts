/** Words that say nothing about what a sentence is about. */
const EMPTY_WORDS = new Set(
  `a about again all also always am an and any are as at be been but by can could did do does done for from had has have he her
  here him his how i if in into is it its just know let like me mine my no not now of off on one only or our out please recall
  remember remembered she should so some than that the their them then there these they this those to too up us was we were what
  when where which who whom whose why will with would yes you your yours tell say said more much many thing things anything
  everything something already still forget actually change`.split(/\s+/),
);

/** The words of a text that could match a remembered line, in a crude common form. */
export function contentWords(text: string): Set<string> {
  const words =
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu) ?? [];
  return new Set(words.filter((word) => !EMPTY_WORDS.has(word)).map(stem));
}

/** Strips the commonest English endings: "flies", "flying" and "fly" are one word. */
function stem(word: string): string {
  const bare = word.replace(/['’]s?$/, '');
  if (/\d/.test(bare) || bare.length < 4) return bare;
  return bare
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x|z)es$/, '$1')
    .replace(/([^s])s$/, '$1')
    .replace(/(?<=.{3})(ing|ed)$/, '')
    .replace(/e$/, '');
}

/** How many content words two texts share. */
export function sharedWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared;
}

/** The end of a sentence that is no abbreviation; a line break is one too. */
const END =
  /(?<=[.!?…])(?<!\b(?:\p{L}\.\p{L}|dr|mrs?|ms|st|no|vs|approx)\.)\s+|(?<=[。！？])|[\r\n]+/iu;

/** Sentences of a message. */
export function sentences(text: string): string[] {
  return text
    .split(END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

const ASKS =
  /^(?:and |but |so |then |ok(?:ay)?,? |hey,? |please,? )*(?:what|whats|what's|which|who|whom|whose|when|where|why|how|do(?! not)|does|did|is|are|am|was|were|can|could|will|would|should|shall|may|might|have|has|had|isn't|aren't)\b/i;

/** The text without those of the given characters that stand at its end. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Whether a sentence asks: nothing is ever learned from one. */
export function isQuestion(sentence: string): boolean {
  return /[?？]["'”’)\]]*$/.test(sentence.trim()) || ASKS.test(sentence.trim());
}

/** Every place where a phrase occurs, whatever its case, but not as part of a longer word. */
export function phrasePattern(phrase: string): RegExp {
  const joins = /[\p{Script=Latin}\p{N}]/u;
  const before = joins.test(phrase.at(0) ?? '') ? '(?<![\\p{Script=Latin}\\p{N}])' : '';
  const after = joins.test(phrase.at(-1) ?? '') ? '(?![\\p{Script=Latin}\\p{N}])' : '';
  return new RegExp(before + RegExp.escape(phrase) + after, 'giu');
}
