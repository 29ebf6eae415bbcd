import type { PassageIndex } from './passage-index.ts';
import type { Passage } from './passage.ts';
import type { Question, Term } from './question.ts';

/** Passages with words of the question that are looked at closely, and the neighbours of each. */
export interface Reach {
  readonly hits: number;
  readonly before: number;
  readonly after: number;
  /** From this many passages on, terms in more than `commonShare` of them find no candidates. */
  readonly commonFrom: number;
  readonly commonShare: number;
}

export const REACH: Reach = {
  hits: 100,
  before: 5,
  after: 7,
  commonFrom: 20_000,
  commonShare: 0.05,
};

/** Above any place, so that a conversation and a place make one number. */
const PLACES = 2 ** 20;

/** Stretches of conversations, each in order, around the passages with the rarest words. */
export function findCandidates(
  question: Question,
  index: PassageIndex,
  reach: Reach = REACH,
  isWithin: (thread: number) => boolean = () => true,
): Passage[][] {
  const terms = tellingTerms(question, index, reach);
  const hits = rarest(scoresOf(terms, index, isWithin), reach.hits);
  const byThread = Map.groupBy(hits, (hit) => Math.floor(hit / PLACES));
  return [...byThread].flatMap(([thread, found]) =>
    stretches(
      found.map((hit) => hit % PLACES),
      reach,
    ).map(([from, to]) => [...index.read(thread, from, to)]),
  );
}

/** Terms in a great share of the passages would only cost time, unless there is nothing else. */
function tellingTerms({ terms }: Question, index: PassageIndex, reach: Reach): readonly Term[] {
  if (index.passages < reach.commonFrom) return terms;
  const rare = terms.filter(
    ({ found }) => found > 0 && found <= reach.commonShare * index.passages,
  );
  return rare.length > 0 ? rare : terms;
}

/** The rarity of the terms in each passage, summed. */
function scoresOf(
  terms: readonly Term[],
  index: PassageIndex,
  isWithin: (thread: number) => boolean,
): Map<number, number> {
  const scores = new Map<number, number>();
  for (const { words, idf } of terms) {
    const holding = new Set<number>();
    for (const word of words)
      for (const { thread, places } of index.postings(word))
        if (isWithin(thread)) for (const place of places) holding.add(thread * PLACES + place);
    for (const passage of holding) scores.set(passage, (scores.get(passage) ?? 0) + idf);
  }
  return scores;
}

/** Passages with the greatest scores; of equal ones, those of newer conversations. */
function rarest(scores: ReadonlyMap<number, number>, count: number): number[] {
  if (scores.size <= count) return [...scores.keys()];
  const least = Float64Array.from(scores.values()).sort().at(-count) ?? 0;
  const chosen: number[] = [];
  const tied: number[] = [];
  for (const [passage, score] of scores)
    if (score > least) chosen.push(passage);
    else if (score === least) tied.push(passage);
  tied.sort((a, b) => b - a);
  return [...chosen, ...tied.slice(0, count - chosen.length)];
}

/** Ranges around places, those that touch made one. */
function stretches(places: readonly number[], { before, after }: Reach): [number, number][] {
  const ranges: [number, number][] = [];
  for (const place of places.toSorted((a, b) => a - b)) {
    const [from, to] = [Math.max(1, place - before), place + after];
    const last = ranges.at(-1);
    if (last && from <= last[1] + 1) last[1] = to;
    else if (place > 0) ranges.push([from, to]);
  }
  return ranges;
}
