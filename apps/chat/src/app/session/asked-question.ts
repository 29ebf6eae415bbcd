import {
  isMemoryQuestion,
  type MemoryDecision,
  type MemoryQuestion,
} from '#contract/memory-question';

import type { Interrupt } from '../transport/transport';
import { isFields } from './message';

/** A question that the thread waits with, and the id by which it is answered. */
export interface AskedQuestion {
  readonly id: string;
  /** Undefined for something else than a change of the memory: this page cannot answer it. */
  readonly asked: MemoryQuestion | undefined;
}

/** All that a thread waits for. */
export function questionsIn(interrupts: readonly Interrupt[]): readonly AskedQuestion[] {
  return interrupts.map(({ id, value }) => ({
    id,
    asked: isMemoryQuestion(value) ? value : undefined,
  }));
}

/** The questions known, with those that a step of the graph has stopped at, as a stream tells it. */
export function withQuestionsOf(
  known: readonly AskedQuestion[],
  updates: unknown,
): readonly AskedQuestion[] {
  const told = isFields(updates) ? updates['__interrupt__'] : undefined;
  if (!Array.isArray(told)) return known;
  const asked = questionsIn(
    told
      .filter(isFields)
      .flatMap(({ id, value }) => (typeof id === 'string' ? [{ id, value }] : [])),
  );
  return [...known.filter(({ id }) => asked.every((each) => each.id !== id)), ...asked];
}

/** The answers by the ids of their questions; undefined unless each question has a decision. */
export function answersTo(
  questions: readonly AskedQuestion[],
  decisions: ReadonlyMap<string, MemoryDecision>,
): Readonly<Record<string, unknown>> | undefined {
  const answers = questions.flatMap(({ id }) => {
    const decision = decisions.get(id);
    return decision === undefined ? [] : [[id, { decisions: [decision] }] as const];
  });
  const isWhole = answers.length > 0 && answers.length === questions.length;
  return isWhole ? Object.fromEntries(answers) : undefined;
}
