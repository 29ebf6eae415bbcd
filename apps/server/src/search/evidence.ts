import type { Passage } from './passage.ts';
import type { Question } from './question.ts';

/** How often each term stands in a passage, and which neighbouring words of the question do. */
export interface Counts {
  readonly terms: Uint16Array;
  readonly words: number;
  /** Share of the question's pairs of words that stand side by side. */
  readonly pairs: number;
}

/** BM25 with little regard to length: turns of a talk are short anyway. */
const SATURATION = 1.2;
const LENGTH = 0.4;

/** Makes a counter of what a question's words do in a passage. */
export function counterOf(question: Question): (passage: Passage) => Counts {
  const termOf = new Map<string, number>();
  for (const [term, { words }] of question.terms.entries())
    for (const word of words) termOf.set(word, term);
  const pairsFrom = new Map<string, number[]>();
  for (const [pair, [first]] of question.pairs.entries())
    for (const word of first) pairsFrom.set(word, [...(pairsFrom.get(word) ?? []), pair]);
  return ({ words }) => {
    const terms = new Uint16Array(question.terms.length);
    const pairs = new Set<number>();
    for (const [place, word] of words.entries()) {
      const term = termOf.get(word);
      if (term !== undefined) terms[term] = (terms[term] ?? 0) + 1;
      for (const pair of pairsFrom.get(word) ?? [])
        if (question.pairs[pair]?.[1].has(words[place + 1] ?? '')) pairs.add(pair);
    }
    return { terms, words: words.length, pairs: pairs.size / (question.pairs.length || 1) };
  };
}

/** What a number of occurrences in a passage of that length is worth: 0 for none, 2.2 at most. */
export function saturated(count: number, length: number, average: number): number {
  if (count === 0) return 0;
  const norm = 1 - LENGTH + LENGTH * (length / average);
  return (count * (SATURATION + 1)) / (count + SATURATION * norm);
}

/**
 * How much of a term's worth in one passage goes to its neighbours: answers follow questions, and
 * what a turn is about is often named only in the turns before. [distance, share]
 */
const SPREAD: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 0.7],
  [2, 0.55],
  [3, 0.4],
  [4, 0.3],
  [5, 0.2],
  [-1, 0.4],
  [-2, 0.3],
  [-3, 0.2],
];

/** The greatest share that each passage of a stretch gets, its own worth included. */
export function spread(worth: Float64Array): Float64Array {
  const reached = new Float64Array(worth.length);
  for (const [from, own] of worth.entries()) {
    if (own === 0) continue;
    for (const [distance, share] of SPREAD) {
      const to = from + distance;
      const before = reached[to];
      if (before !== undefined && before < own * share) reached[to] = own * share;
    }
  }
  return reached;
}
