import { findCandidates, REACH, type Reach } from './candidates.ts';
import { type Candidate, readFeatures } from './features.ts';
import type { PassageIndex } from './passage-index.ts';
import { IN_A_CHAT, readQuestion, type SpeakerNames } from './question.ts';
import { scoreOf, type Weights, WEIGHTS } from './weights.ts';

export interface Recalled {
  readonly thread: number;
  readonly place: number;
  readonly score: number;
}

export interface RecallSettings {
  readonly reach?: Reach;
  readonly weights?: Weights;
  readonly names?: SpeakerNames;
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
    .sort((a, b) => b.score - a.score || b.thread - a.thread || a.place - b.place)
    .slice(0, limit);
}

/** What is weighed for a question, before it is weighed. */
export function candidatesFor(
  index: PassageIndex,
  question: string,
  { reach = REACH, names = IN_A_CHAT }: Omit<RecallSettings, 'weights'> = {},
): Candidate[] {
  const read = readQuestion(question, index, names);
  return readFeatures(read, findCandidates(read, index, reach), index);
}
