import { isMemoryQuestion, type MemoryQuestion } from '#contract/memory-question';
import { isObject } from '#contract/shape';

import type { Interrupt } from '../../transport/transport';

/** A question that the thread waits with, and the id by which it is answered. */
export interface AskedQuestion {
  readonly id: string;
  /** A change of the memory that is asked for; undefined for anything else. */
  readonly asked: MemoryQuestion | undefined;
  /** What the graph has put to the person, whatever it is: data, to be shown literally. */
  readonly value: unknown;
}

/** All that a thread waits for. */
export function questionsIn(interrupts: readonly Interrupt[]): readonly AskedQuestion[] {
  return interrupts.map(({ id, value }) => ({
    id,
    asked: isMemoryQuestion(value) ? value : undefined,
    value,
  }));
}

/** The questions known, with those that a step of the graph has stopped at, as a stream tells it. */
export function withQuestionsOf(
  known: readonly AskedQuestion[],
  updates: unknown,
): readonly AskedQuestion[] {
  const told = isObject(updates) ? updates['__interrupt__'] : undefined;
  if (!Array.isArray(told)) return known;
  const asked = questionsIn(
    told
      .filter(isObject)
      .flatMap(({ id, value }) => (typeof id === 'string' ? [{ id, value }] : [])),
  );
  return [...known.filter(({ id }) => asked.every((each) => each.id !== id)), ...asked];
}

/** The answers by the ids of their questions; undefined unless each question has one. */
export function answersTo(
  questions: readonly AskedQuestion[],
  answers: ReadonlyMap<string, unknown>,
): Readonly<Record<string, unknown>> | undefined {
  const isWhole = questions.length > 0 && questions.every(({ id }) => answers.has(id));
  return isWhole ? Object.fromEntries(questions.map(({ id }) => [id, answers.get(id)])) : undefined;
}
