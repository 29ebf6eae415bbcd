import type { Applied, Refusal } from './change.ts';
import { movedOn } from './rebase.ts';
import { commonBase } from './common-base.ts';
import { mergeNotes } from './merge-notes.ts';
import { mergeTexts } from './merge-texts.ts';

/** The texts that a writer had in view when it wrote a whole file; undefined for one not kept. */
export interface TextsInView {
  /** What its prompt showed. */
  readonly shown: string | undefined;
  /** What it had read by tool before, if anything, and if that was another text. */
  readonly read?: string | undefined;
}

/** A whole file written by an agent. */
export interface WholeWrite {
  /** What the file reads now; undefined for no file. */
  readonly current: string | undefined;
  readonly written: string;
  readonly inView: TextsInView;
  /** Whether the person decides on this very text: then additions at one place collide. */
  readonly asDecided: boolean;
}

/**
 * Merges a whole file that an agent wrote with what was written since the text that it was made
 * from, or refuses. Pure.
 */
export function applyWhole({ current, written, inView, asDecided }: WholeWrite): Applied | Refusal {
  const { shown, read } = inView;
  const base =
    shown !== undefined && read !== undefined ? commonBase(read, shown, written) : (shown ?? read);
  if (base === undefined) return movedOn([]);
  if (base === (current ?? '')) return made(written);
  // The file was erased meanwhile: a merge would bring back a part of it.
  if (current === undefined) return movedOn([]);
  if (!asDecided) {
    const merged = mergeNotes(base, current, written);
    return merged.conflict ? movedOn(merged.conflict) : made(merged.text);
  }
  const merged = mergeTexts(base, current, written);
  return merged === undefined ? movedOn([]) : made(merged);
}

function made(text: string): Applied {
  return { text, occurrences: 1 };
}
