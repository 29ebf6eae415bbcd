import type { Run } from './code-runs';
import type { Language } from './languages';

/** A block of code that the worker is asked to colour. */
export interface HighlightJob {
  readonly code: string;
  readonly language: Language;
}

/** Its runs; undefined when they are too many to show, or the highlighter gave up. */
export interface HighlightReply {
  readonly runs: readonly Run[] | undefined;
}
