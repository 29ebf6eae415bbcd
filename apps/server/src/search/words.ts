/** A word as the index knows it, and where it stands in a text (UTF-16 units). */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is a piece of a script that is written without blanks. */
  readonly piece: boolean;
}

/** Longer words (a key, base64) are known by their beginning. */
export const MAX_WORD_LENGTH = 48;

/** Scripts that are written without blanks: their words cannot be told apart without a dictionary. */
const UNSPACED =
  /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]&&[\p{L}\p{M}\p{N}]]/v;
const RUNS = new RegExp(
  `(?<unspaced>${UNSPACED.source}+)|[[\\p{L}\\p{M}\\p{N}\\p{Co}]--${UNSPACED.source}]+`,
  'gv',
);
const ASCII_RUNS = /[a-z0-9]+/gi;
const ASCII = /^[\0-\x7f]*$/;
/** Marks above and below letters of any script; the voicing of kana makes another letter. */
const DIACRITICS = /[[\p{M}&&\p{Script=Inherited}]--[\u3099\u309a]]/gv;
const NOT_IN_WORDS = /[^\p{L}\p{M}\p{N}\p{Co}]/gu;

/**
 * The words of a text, in order, small and without diacritics. Of a script without blanks, every two
 * neighbouring characters are a word, and the last character alone: so any part of it is found as a
 * row of neighbouring words, and a single character as the beginning of one.
 */
export function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  if (ASCII.test(text)) {
    for (const { 0: run, index } of text.matchAll(ASCII_RUNS))
      words.push(spaced(run.toLowerCase(), index, run));
    return words;
  }
  for (const { 0: run, index, groups } of text.matchAll(RUNS)) {
    if (groups?.['unspaced'] !== undefined) addPieces(words, run, index);
    else {
      const word = folded(run);
      if (word !== '') words.push(spaced(word, index, run));
    }
  }
  return words;
}

/** One form for what reads alike: small, without diacritics, full and half width the same. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(DIACRITICS, '')
    .replace(NOT_IN_WORDS, '')
    .normalize('NFC');
}

function spaced(word: string, start: number, run: string): Word {
  return { word: word.slice(0, MAX_WORD_LENGTH), start, end: start + run.length, piece: false };
}

function addPieces(words: Word[], run: string, offset: number): void {
  const characters: Omit<Word, 'piece'>[] = [];
  let start = offset;
  for (const character of run) {
    const word = folded(character);
    const end = start + character.length;
    if (word !== '') characters.push({ word, start, end });
    start = end;
  }
  for (const [place, first] of characters.entries()) {
    const second = characters[place + 1];
    words.push({
      word: first.word + (second?.word ?? ''),
      start: first.start,
      end: second?.end ?? first.end,
      piece: true,
    });
  }
}
