import { isMemoryQuestion, type MemoryQuestion } from '#contract/memory-question';

import type { Interrupt } from '../transport/transport';
import { isFields } from './message';

/** A question that the thread waits with, and the id by which it is answered. */
export interface AskedQuestion {
  readonly id: string;
  readonly asked: MemoryQuestion;
}

/** The first thing a thread waits for that is such a question; several are asked one by one. */
export function firstQuestion(interrupts: readonly Interrupt[]): AskedQuestion | undefined {
  for (const { id, value } of interrupts) if (isMemoryQuestion(value)) return { id, asked: value };
  return undefined;
}

/** The question that a step of the graph has stopped at, as a run's stream tells it. */
export function questionOf(updates: unknown): AskedQuestion | undefined {
  const told = isFields(updates) ? updates['__interrupt__'] : undefined;
  if (!Array.isArray(told)) return undefined;
  const interrupts = told
    .filter(isFields)
    .flatMap(({ id, value }) => (typeof id === 'string' ? [{ id, value }] : []));
  return firstQuestion(interrupts);
}
