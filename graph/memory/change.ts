import { MEMORY_MAX_BYTES } from '#contract/names';
import { textProblem, utf8Bytes } from '#contract/text';

import { quoted } from './lines.ts';
import { nearestLine } from './nearest-line.ts';

/** What a writer asks for. */
export type MemoryChange =
  /** Replaces a passage of the current text, whatever else has changed meanwhile. */
  | {
      readonly kind: 'edit';
      readonly oldText: string;
      readonly newText: string;
      readonly all: boolean;
    }
  /** Replaces the whole file. */
  | { readonly kind: 'replace'; readonly text: string; readonly basedOn: Basis }
  /** Removes the file. */
  | { readonly kind: 'erase'; readonly basedOn: Basis };

/**
 * The text that the writer had in front of it: its SHA-256, null for "there was no file", undefined
 * for "never read". A whole-file change is refused when the store has moved on since.
 */
export type Basis = string | null | undefined;

export type RefusalKind =
  | 'changed-meanwhile'
  | 'drops-lines'
  | 'breaks-line'
  | 'not-read'
  | 'not-found'
  | 'ambiguous'
  | 'too-large'
  | 'ill-formed'
  | 'secret';

/** A change that was not made, and the sentence that tells the writer what to do. */
export interface Refusal {
  readonly refused: RefusalKind;
  readonly reason: string;
  /** The lines that the change would drop, where that is the reason. */
  readonly lines?: readonly string[];
}

/** The new text (undefined: no file) and how many passages were replaced. */
export interface Applied {
  readonly text: string | undefined;
  readonly occurrences: number;
}

/** What the change makes of the current text. Pure; `base` is what an editor last read, if known. */
export function applyChange(
  current: string | undefined,
  currentHash: string | null,
  change: MemoryChange,
  base: Basis,
): Applied | Refusal {
  if (change.kind === 'edit')
    return applyEdit(current, change, base !== undefined && base !== currentHash);
  if (change.basedOn === undefined && currentHash !== null)
    return refusal('not-read', 'The memory file exists; read it first, then write it again.');
  if (change.basedOn !== undefined && change.basedOn !== currentHash) return changedMeanwhile();
  return { text: change.kind === 'erase' ? undefined : change.text, occurrences: 1 };
}

function applyEdit(
  current: string | undefined,
  { oldText, newText, all }: Extract<MemoryChange, { kind: 'edit' }>,
  movedOn: boolean,
): Applied | Refusal {
  if (current === undefined)
    return refusal('not-found', 'There is no memory file yet; write it with write_file.');
  if (oldText === '') {
    if (current !== '')
      return refusal(
        'ambiguous',
        'The text to replace is empty but the file is not; quote a line.',
      );
    return { text: newText, occurrences: 1 };
  }
  const parts = current.split(oldText);
  const occurrences = parts.length - 1;
  if (occurrences === 0) {
    if (movedOn) return changedMeanwhile();
    return notFound(current, oldText);
  }
  if (occurrences > 1 && !all)
    return refusal(
      'ambiguous',
      `The text to replace occurs ${occurrences} times; quote more around it, or replace all.`,
    );
  // split and join take both texts literally; String.replace would read `$&` in them.
  return { text: parts.join(newText), occurrences };
}

function notFound(current: string, passage: string): Refusal {
  const nearest = nearestLine(current, passage);
  const hint = nearest === undefined ? '' : ` The nearest line is:\n${quoted([nearest])}\n`;
  return refusal(
    'not-found',
    `The text to replace is not in the memory file; nothing was written.${hint || ' '}Quote whole lines exactly as the file has them.`,
  );
}

function changedMeanwhile(): Refusal {
  return refusal('changed-meanwhile', 'The memory file was changed meanwhile; read it again.');
}

/** Why a new text may not become the file, if so. */
export function admission(text: string): Refusal | undefined {
  const problem = textProblem(text);
  if (problem === 'ill-formed')
    return refusal(
      'ill-formed',
      'The text holds half of a Unicode pair; it cannot be stored as UTF-8.',
    );
  if (problem === 'too-large') {
    // An ill-formed text too long to be checked is counted with replacement characters: the same size.
    const bytes = utf8Bytes(text).toLocaleString('en');
    const limit = MEMORY_MAX_BYTES.toLocaleString('en');
    return refusal(
      'too-large',
      `The memory file would be ${bytes} bytes; the limit is ${limit}. Shorten it.`,
    );
  }
  return undefined;
}

export function refusal(refused: RefusalKind, reason: string): Refusal {
  return { refused, reason };
}
