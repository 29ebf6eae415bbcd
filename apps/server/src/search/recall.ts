import { findCandidates, REACH, type Reach } from './candidates.ts';
import { type Candidate, readFeatures } from './features.ts';
import type { PassageIndex } from './passage-index.ts';
import type { Passage } from './passage.ts';
import { readQuestion, type Reading } from './question.ts';
import { scoreOf, type Weights, WEIGHTS } from './weights.ts';

export interface Recalled {
  readonly thread: number;
  readonly place: number;
  readonly score: number;
}

/** What is looked through; everything by default. */
export interface Within {
  /** Whether a conversation, by its number, is. */
  readonly thread?: (thread: number) => boolean;
  /** Whether a passage of such a conversation may be found. Its neighbours tell what it is about anyway. */
  readonly passage?: (passage: Passage) => boolean;
}

export interface RecallSettings extends Reading {
  readonly reach?: Reach;
  readonly weights?: Weights;
  readonly within?: Within;
}

/**
 * The passages that most probably answer a question or hold what was meant, best first.
 *
 * First the passages with the rarest words of the question are found by the index, then they and
 * their neighbours are weighed one by one.
 */
export function recall(
  index: PassageIndex,
  question: string,
  limit: number,
  { weights = WEIGHTS, ...settings }: RecallSettings = {},
): Recalled[] {
  return candidatesFor(index, question, settings)
    .map(({ passage, features }) => ({
      thread: passage.thread,
      place: passage.place,
      score: scoreOf(features, weights),
    }))
    .sort(bestFirst)
    .slice(0, limit);
}

/** What is weighed for a question, before it is weighed. */
export function candidatesFor(
  index: PassageIndex,
  question: string,
  { reach = REACH, within = {}, ...reading }: Omit<RecallSettings, 'weights'> = {},
): Candidate[] {
  const read = readQuestion(question, index, reading);
  const candidates = readFeatures(read, findCandidates(read, index, reach, within.thread), index);
  const { passage: mayBeFound } = within;
  return mayBeFound ? candidates.filter(({ passage }) => mayBeFound(passage)) : candidates;
}

export function bestFirst(a: Recalled, b: Recalled): number {
  return b.score - a.score || b.thread - a.thread || a.place - b.place;
}
