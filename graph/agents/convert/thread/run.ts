import { check } from '../gates/check.ts';
import { rewrite } from '../rewriter/rewrite.ts';

/** What is done in a thread of its own, for texts that a person sends. */
export const WORK = { check, rewrite };

export type Work = typeof WORK;

/** One piece of work as the thread is asked for it. */
export interface WorkCall<Name extends keyof Work = keyof Work> {
  readonly name: Name;
  readonly args: Parameters<Work[Name]>;
}

/** What the thread does for each call. */
export default function perform({ name, args }: WorkCall): unknown {
  const work = WORK[name] as (...given: readonly unknown[]) => unknown;
  return work(...args);
}
