import type { MemoryChangeAsked, MemoryDecision } from '#contract/memory-question';

import type { AskedQuestion } from '../session/state/asked-question';
import {
  readActionReview,
  type ActionReview,
  type AskedCall,
  type CallDecision,
} from './action-review';

/** One thing to decide; a question may hold several of them. */
export type Step =
  | { readonly kind: 'memory'; readonly key: string; readonly change: MemoryChangeAsked }
  | { readonly kind: 'call'; readonly key: string; readonly call: AskedCall }
  /** Anything else that a graph may ask, to be answered by any value. */
  | { readonly kind: 'other'; readonly key: string; readonly value: unknown };

/** What was decided, by the step's key. */
export type Decided = ReadonlyMap<string, Decision>;
export type Decision =
  | { readonly kind: 'memory'; readonly decision: MemoryDecision }
  | { readonly kind: 'call'; readonly decision: CallDecision }
  | { readonly kind: 'other'; readonly answer: unknown };

/** All that is to be decided, in order. */
export function stepsOf(questions: readonly AskedQuestion[]): readonly Step[] {
  return questions.flatMap(({ asked, id, value }): Step[] => {
    if (asked !== undefined) return [{ kind: 'memory', key: id, change: asked.memory_change }];
    const review = readActionReview(value);
    if (review === undefined) return [{ kind: 'other', key: id, value }];
    return review.calls.map((call, place) => ({ kind: 'call', key: keyOf(id, place), call }));
  });
}

/** The values to go on with, by the questions' ids; only of those that are decided in full. */
export function answersOf(
  questions: readonly AskedQuestion[],
  decided: Decided,
): ReadonlyMap<string, unknown> {
  const answers = new Map<string, unknown>();
  for (const { asked, id, value } of questions) {
    const review = asked === undefined ? readActionReview(value) : undefined;
    const own = decided.get(id);
    if (review !== undefined) answerReview(answers, id, review, decided);
    else if (own?.kind === 'memory') answers.set(id, { decisions: [own.decision] });
    else if (own?.kind === 'other') answers.set(id, own.answer);
  }
  return answers;
}

/** A rejection of every step; undefined where one of them cannot be rejected. */
export function rejectionOf(steps: readonly Step[]): Decided | undefined {
  const decided = steps.flatMap((step): (readonly [string, Decision])[] => {
    if (step.kind === 'other' || (step.kind === 'call' && !step.call.allowed.has('reject')))
      return [];
    return [[step.key, { kind: step.kind, decision: { type: 'reject' } }]];
  });
  return decided.length === steps.length ? new Map(decided) : undefined;
}

function answerReview(
  answers: Map<string, unknown>,
  id: string,
  { answer, calls }: ActionReview,
  decided: Decided,
): void {
  const decisions = calls.flatMap((_, place) => {
    const own = decided.get(keyOf(id, place));
    return own?.kind === 'call' ? [own.decision] : [];
  });
  if (decisions.length === calls.length) answers.set(id, answer(decisions));
}

function keyOf(id: string, place: number): string {
  return `${id}-${place}`;
}
