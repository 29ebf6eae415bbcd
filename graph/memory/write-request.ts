import type { MemoryAuthor, MemoryReceipt } from '#contract/revision';
import type { MemoryScope } from '#contract/scope';

import type { Basis, MemoryChange, Refusal } from './change.ts';

/** One change that is asked of the gate. */
export interface WriteRequest {
  readonly scope: MemoryScope;
  readonly author: MemoryAuthor;
  readonly change: MemoryChange;
  /** What the writer last read, so that a vanished passage is told from one that never was. */
  readonly base?: Basis;
  /** What else an agent had in view. Its writes are merged; without it a whole text is compared. */
  readonly view?: WriterView;
  /**
   * Whether a person decides on this very change: then it is made to the text that it was based on,
   * and what has been written since is kept beside it or the change is refused.
   */
  readonly asDecided?: boolean;
}

/** What an agent had in view beside the text in its prompt. */
export interface WriterView {
  /** The text that it read by tool before that prompt, by its SHA-256; null for no file. */
  readonly read?: string | null;
  /** Keys of the lines that it was told of, in this turn, before they are dropped; or every line. */
  readonly confirmed: ReadonlySet<string> | 'all';
}

export interface Accepted {
  readonly refused?: undefined;
  /** The revision that holds this change; the current one when nothing had to change. */
  readonly revision: number;
  readonly sha256: string | null;
  readonly occurrences: number;
  /** Whether this very call had been carried out before (a run that was taken up again). */
  readonly repeated: boolean;
  /** Whether the file reads otherwise now. */
  readonly changed: boolean;
  /** Whether the person changed what the agent had asked for, and what came of it. */
  readonly rewritten?: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** What the person should know, though the write was made: it looks like a password, say. */
  readonly warnings: readonly string[];
  /** What became of a whole file that an agent wrote, beyond its own text. */
  readonly effects?: WriteEffects;
}

/** How a written text and the file that came of it differ, line by line. */
export interface WriteEffects {
  /** Lines that the writer was shown and that the file no longer holds. */
  readonly dropped: readonly string[];
  /** Lines written by others meanwhile, which the text did not have and the file keeps. */
  readonly kept: readonly string[];
  /** Lines of the text that others had removed meanwhile, and that stay removed. */
  readonly gone: readonly string[];
}

export type WriteOutcome = Accepted | Refusal;

/** What a write would do now. It takes nothing for granted: the write itself decides anew. */
export interface Preview {
  readonly refused?: undefined;
  /** Literal text before and after; undefined for no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly current: MemoryReceipt;
  readonly warnings: readonly string[];
}
