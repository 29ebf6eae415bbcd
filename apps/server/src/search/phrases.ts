import { type Word, wordsIn } from './words.ts';

/** Words that stand in a row, the last of which may only begin a word. */
export interface Phrase {
  readonly words: readonly string[];
}

/** Greatest number of phrases that a search looks for; the rest is left out. */
const MAX_PHRASES = 8;

/**
 * What a person typed, blank by blank: `pc-12` is two words in a row. What holds neither letter nor
 * digit is left out, and so is a phrase that is not wanted. Nothing in it is search syntax.
 */
export function phrasesIn(
  typed: string,
  isWanted: (phrase: Phrase) => boolean = () => true,
): Phrase[] {
  const phrases = new Map<string, Phrase>();
  for (const part of typed.toWellFormed().replaceAll('\0', ' ').split(/\s+/)) {
    const words = queryWords(part);
    if (words.length > 0 && isWanted({ words })) phrases.set(words.join(' '), { words });
  }
  return [...phrases.values()].slice(0, MAX_PHRASES);
}

/** The last character of a script without blanks, alone, is in the word before it. */
function queryWords(part: string): string[] {
  const words = wordsIn(part);
  const [before, last] = words.slice(-2);
  const held = last?.piece && before?.piece && before.end === last.end;
  return (held ? words.slice(0, -1) : words).map(({ word }) => word);
}

/** Whether the phrase begins at a place in a row of words. */
export function standsAt(phrase: Phrase, words: readonly string[], place: number): boolean {
  const last = phrase.words.length - 1;
  return phrase.words.every((wanted, index) => {
    const word = words[place + index];
    return index === last ? word?.startsWith(wanted) : word === wanted;
  });
}

/**
 * Where the phrases stand in a text, and the words that count as found beside them, in order and not
 * overlapping.
 */
export function placesOf(
  phrases: readonly Phrase[],
  text: string,
  forms: ReadonlySet<string> = new Set(),
): [start: number, end: number][] {
  const words = wordsIn(text);
  const plain = words.map(({ word }) => word);
  const places = words
    .filter(({ word }) => forms.has(word))
    .map(({ start, end }): [number, number] => [start, end]);
  for (const place of plain.keys())
    for (const phrase of phrases)
      if (standsAt(phrase, plain, place)) {
        const range = rangeOf(phrase, words, place);
        if (range) places.push(range);
      }
  return joined(places);
}

function rangeOf(
  phrase: Phrase,
  words: readonly Word[],
  place: number,
): [number, number] | undefined {
  const first = words[place];
  const last = words[place + phrase.words.length - 1];
  const wanted = phrase.words.at(-1) ?? '';
  if (!first || !last) return undefined;
  // A character that begins a pair is marked alone.
  const end =
    last.piece && wanted.length < last.word.length ? last.start + wanted.length : last.end;
  return [first.start, end];
}

/** Ranges in order, those that overlap made one. */
function joined(ranges: [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const before = result.at(-1);
    if (before && start < before[1]) before[1] = Math.max(before[1], end);
    else result.push([start, end]);
  }
  return result;
}
