import type { PassageIndex } from './passage-index.ts';
import { type Phrase, phrasesIn } from './phrases.ts';
import { isCommon, knownForms } from './question.ts';
import { recall } from './recall.ts';

/** Place of the title that a person gave a conversation; what was said has the places from 1 on. */
export const TITLE_PLACE = 0;

/** An index that also knows where words that are typed to their middle stand. */
export interface TypedIndex extends PassageIndex {
  /** Where a phrase stands, whose last word may only begin one: places by conversation. */
  placesOf(phrase: Phrase): ReadonlyMap<number, ReadonlySet<number>>;
}

/** A conversation, and where in it something was found. */
export interface FoundIn {
  readonly thread: number;
  /** Places of passages, best first. */
  readonly places: readonly number[];
  /** Whether it is found by the title that a person gave it. */
  readonly byTitle: boolean;
}

export interface Findings {
  /** Best first. */
  readonly conversations: readonly FoundIn[];
  /** Whether each of them holds everything that was looked for; else they are the closest. */
  readonly whole: boolean;
  /** What was looked for, and the words that count as forms of it: what is to be marked. */
  readonly phrases: readonly Phrase[];
  readonly forms: ReadonlySet<string>;
}

/**
 * What a person looks for by typing words: the conversations in which all of them stand, in any form,
 * the last letters left out or not. Where no conversation has them all, the passages that come closest.
 * Common words need not stand anywhere. Both are in the order in which they probably answer.
 */
export function findTyped(index: TypedIndex, typed: string): Findings {
  const telling = phrasesIn(typed, ({ words }) => !words.every(isCommon));
  const wanted = telling.length > 0 ? telling : phrasesIn(typed);
  const forms = new Set(
    wanted.flatMap(({ words: [first = '', ...others] }) =>
      others.length === 0 ? knownForms(first, index) : [],
    ),
  );
  const places = wanted.map((phrase) => placesOf(index, phrase));
  const held = withAll(places);
  const whole = held.size > 0;
  const ranked = recall(index, typed, Infinity, { beginnings: true });
  const scores = new Map(ranked.map((each) => [keyOf(each.thread, each.place), each.score]));
  const found = whole ? held : union(places);
  const conversations = [...found]
    .map(([thread, each]) => order(thread, each, scores))
    .filter(({ best }) => whole || best > -Infinity)
    .sort((a, b) => b.best - a.best || b.thread - a.thread);
  return { conversations, whole, phrases: wanted, forms };
}

type Places = ReadonlyMap<number, ReadonlySet<number>>;

/** Where a phrase stands; a single word in its other forms too. */
function placesOf(index: TypedIndex, phrase: Phrase): Places {
  const [first = '', ...others] = phrase.words;
  if (others.length > 0) return index.placesOf(phrase);
  const places = new Map<number, Set<number>>();
  const add = (thread: number, more: Iterable<number>) => {
    const known = places.get(thread) ?? new Set<number>();
    for (const place of more) known.add(place);
    places.set(thread, known);
  };
  for (const [thread, each] of index.placesOf(phrase)) add(thread, each);
  for (const word of knownForms(first, index))
    for (const posting of index.postings(word)) add(posting.thread, posting.places);
  return places;
}

/** Conversations that hold every phrase somewhere, not all in the same passage. */
function withAll(phrases: readonly Places[]): Map<number, Set<number>> {
  const [first, ...others] = phrases.toSorted((a, b) => a.size - b.size);
  const held = [...(first ?? new Map<number, never>()).keys()].filter((thread) =>
    others.every((each) => each.has(thread)),
  );
  return new Map(held.map((thread) => [thread, placesIn(thread, phrases)]));
}

function union(phrases: readonly Places[]): Map<number, Set<number>> {
  const threads = new Set(phrases.flatMap((each) => [...each.keys()]));
  return new Map([...threads].map((thread) => [thread, placesIn(thread, phrases)]));
}

function placesIn(thread: number, phrases: readonly Places[]): Set<number> {
  return new Set(phrases.flatMap((each) => [...(each.get(thread) ?? [])]));
}

function order(
  thread: number,
  found: ReadonlySet<number>,
  scores: ReadonlyMap<string, number>,
): FoundIn & { readonly best: number } {
  const scoreOf = (place: number) => scores.get(keyOf(thread, place)) ?? -Infinity;
  const places = [...found]
    .filter((place) => place !== TITLE_PLACE)
    .sort((a, b) => (scoreOf(a) === scoreOf(b) ? a - b : scoreOf(b) - scoreOf(a)));
  const byTitle = found.has(TITLE_PLACE);
  const best = byTitle ? Infinity : scoreOf(places[0] ?? TITLE_PLACE);
  return { thread, places, byTitle, best };
}

function keyOf(thread: number, place: number): string {
  return `${thread} ${place}`;
}
