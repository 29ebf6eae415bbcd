import type { Extent, Lab } from '../faults/lab.ts';
import type { Target } from './target.ts';

/** What one kind of attack came to. */
export interface AttackReport {
  /** What was tried, in a few words. */
  readonly tried: string;
  /** What was found wrong, a sentence each; none when everything held. */
  readonly findings: readonly string[];
}

/** One kind of hostile requests against a served product. */
export type Attack = (target: Target, lab: Lab, extent: Extent) => Promise<AttackReport>;
