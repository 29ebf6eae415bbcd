import { stemmer } from 'stemmer';

import type { PassageIndex, Posting } from './passage-index.ts';
import { questionDate, type QuestionDate } from './question-date.ts';
import type { Speaker } from './passage.ts';
import { baseOf, formsOf, QUESTION_WORDS, STOP_WORDS } from './stop-words.ts';
import { wordsIn } from './words.ts';

/** Something a question asks for, in all the forms that the index knows of it. */
export interface Term {
  readonly words: readonly string[];
  /** Rarity among the passages, and that as a share of all terms' together. */
  readonly idf: number;
  readonly weight: number;
  /** Passages that hold it. */
  readonly found: number;
}

export interface Question {
  readonly terms: readonly Term[];
  /** Pairs of neighbouring words in the question, each word in its known forms. */
  readonly pairs: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[];
  /** Who is to have said it, where the question names one side alone. */
  readonly speaker: Speaker | undefined;
  readonly date: QuestionDate | undefined;
  readonly asksWhen: boolean;
  readonly asksHowMany: boolean;
  readonly asksWhich: boolean;
}

/** Words that stand for the two who speak. They say who is meant, and nothing of what was said. */
export interface SpeakerNames {
  readonly person: readonly string[];
  readonly assistant: readonly string[];
}

export const IN_A_CHAT: SpeakerNames = {
  person: ['I', 'me', 'my', 'mine', 'user'],
  assistant: ['you', 'your', 'yours', 'assistant', 'agent'],
};

const WHEN = /^when|what (?:date|day|month|year|time)|how long/i;
const HOW_MANY = /how (?:many|much|often|long|old)/i;
const WHICH = /\b(?:what|which|who|where)\b/i;

export interface Reading {
  readonly names?: SpeakerNames;
  /** Whether the words may be typed to their middle only, as in a search box. */
  readonly beginnings?: boolean;
}

/**
 * Letters from which on a word that is typed to its middle is completed, and to how many words at most:
 * what stands everywhere ranks nothing, and each of them is looked up.
 */
const MIN_COMPLETED_LENGTH = 3;
const MAX_COMPLETIONS = 24;

/** Reads a question against what the index knows. */
export function readQuestion(
  question: string,
  index: PassageIndex,
  { names = IN_A_CHAT, beginnings = false }: Reading = {},
): Question {
  const naming = new Set([...names.person, ...names.assistant].flatMap(plainWords));
  const words = plainWords(question).filter((word) => !naming.has(word));
  const forms = new Map(
    words.map((word) => {
      const isLong = word.length >= MIN_COMPLETED_LENGTH;
      const completed = beginnings && isLong && isTelling(word) ? index.wordsBeginning(word) : [];
      const known = knownForms(word, index);
      return [word, [...new Set([...known, ...completed.slice(0, MAX_COMPLETIONS)])]];
    }),
  );
  const telling = words.filter(isTelling);
  const asked = telling.length > 0 ? telling : words;
  return {
    terms: weighed(asked, forms, index),
    pairs: pairsOf(words, forms),
    speaker: speakerOf(question, names),
    date: questionDate(question),
    asksWhen: WHEN.test(question),
    asksHowMany: HOW_MANY.test(question),
    asksWhich: WHICH.test(question),
  };
}

/** Whether a word says nothing of what is looked for: it stands everywhere, or makes a question. */
export function isCommon(word: string): boolean {
  return STOP_WORDS.has(word) || QUESTION_WORDS.has(word);
}

function isTelling(word: string): boolean {
  return word.length > 1 && !isCommon(word);
}

function plainWords(text: string): string[] {
  return wordsIn(text).map(({ word }) => word);
}

/** One term for each stem, weighed by how rare it is. */
function weighed(
  words: readonly string[],
  forms: ReadonlyMap<string, readonly string[]>,
  index: PassageIndex,
): Term[] {
  const byStem = new Map(words.map((word) => [stemOf(word), forms.get(word) ?? []]));
  const found = [...byStem.values()].map((known) => ({
    words: known,
    found: countPassages(known.map((word) => index.postings(word))),
  }));
  const terms = found.map((term) => ({
    ...term,
    idf: Math.log(1 + (index.passages - term.found + 0.5) / (term.found + 0.5)),
  }));
  const total = terms.reduce((sum, { idf }) => sum + idf, 0) || 1;
  return terms.map((term) => ({ ...term, weight: term.idf / total }));
}

function countPassages(postings: readonly (readonly Posting[])[]): number {
  // Forms of one word seldom share a passage; one that holds two counts twice.
  let count = 0;
  for (const each of postings) for (const { places } of each) count += places.length;
  return count;
}

function pairsOf(
  words: readonly string[],
  forms: ReadonlyMap<string, readonly string[]>,
): (readonly [ReadonlySet<string>, ReadonlySet<string>])[] {
  return words.slice(1).flatMap((second, place) => {
    const first = words[place] ?? '';
    if (STOP_WORDS.has(first) && STOP_WORDS.has(second)) return [];
    return [[new Set(forms.get(first)), new Set(forms.get(second))] as const];
  });
}

function speakerOf(question: string, names: SpeakerNames): Speaker | undefined {
  const said = new Set(plainWords(question));
  const isNamed = (side: readonly string[]) =>
    side.some((name) => plainWords(name).every((word) => said.has(word)));
  const [person, assistant] = [isNamed(names.person), isNamed(names.assistant)];
  if (person === assistant) return undefined;
  return person ? 'person' : 'assistant';
}

/** The words of the index that are forms of this one, itself included whether known or not. */
export function knownForms(word: string, index: PassageIndex): string[] {
  if (isCommon(word)) return [word];
  const stems = new Set(formsOf(word).map(stemOf));
  const known = new Set([word]);
  for (const beginning of new Set([...formsOf(word)].map((form) => commonBeginning(stemmer(form)))))
    for (const candidate of index.wordsBeginning(beginning))
      if (stems.has(stemOf(candidate))) known.add(candidate);
  return [...known];
}

function stemOf(word: string): string {
  return stemmer(baseOf(word));
}

/** What all words of a stem begin with: only its last letter is changed by stemming. */
function commonBeginning(stem: string): string {
  return stem.length > 2 ? stem.slice(0, -1) : stem;
}
