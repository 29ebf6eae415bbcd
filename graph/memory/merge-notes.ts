import { diffArrays } from 'diff';

import { mergeRegions } from './merge-texts.ts';

/** Most lines of difference within one region that are looked at. */
const MAX_CHANGED_LINES = 2000;

/** Both changes together, or the lines of the current text that stand where they collide. */
export type MergedNotes =
  | { readonly text: string; readonly conflict?: undefined }
  | { readonly conflict: readonly string[] };

/**
 * Merges two changes of a file of notes, whose lines do not depend on each other: lines that both
 * sides add at one place are all kept, those of `theirs` first, and changes of neighbouring lines do
 * not collide. A line that both sides change, or one changes and the other removes, is a conflict. A
 * change that both made is made once. Pure.
 */
export function mergeNotes(base: string, theirs: string, mine: string): MergedNotes {
  const regions = mergeRegions(base, theirs, withLastBreak(mine, theirs));
  if (regions === undefined) return { conflict: [] };
  const merged: string[] = [];
  for (const { ok, conflict } of regions) {
    const lines = ok ?? (conflict && joinRegion(conflict.o, conflict.a, conflict.b));
    if (lines === undefined) return { conflict: conflict?.a ?? [] };
    merged.push(...lines);
  }
  return { text: merged.join('\n') };
}

/** Models leave out the last line break; as a change of the last line it would collide with any addition. */
function withLastBreak(mine: string, theirs: string): string {
  return mine !== '' && theirs.endsWith('\n') && !mine.endsWith('\n') ? `${mine}\n` : mine;
}

/** One region where both sides changed something; undefined when they changed the same lines. */
function joinRegion(
  base: readonly string[],
  theirs: readonly string[],
  mine: readonly string[],
): string[] | undefined {
  const [a, b] = [changesOf(base, theirs), changesOf(base, mine)];
  if (a === undefined || b === undefined) return undefined;
  const added = a.added.flat();
  if (collide(base, a, b)) return undefined;
  const known = new Set(added);
  return Array.from({ length: base.length + 1 }, (_, at) => {
    const fresh = (b.added[at] ?? []).filter((line) => !known.has(line));
    const line = base[at];
    const isKept = line !== undefined && !a.isGone[at] && !b.isGone[at];
    return [...(a.added[at] ?? []), ...fresh, ...(isKept ? [line] : [])];
  }).flat();
}

/** Whether both sides removed the same lines, and did not put the same in their place. */
function collide(base: readonly string[], a: Changes, b: Changes): boolean {
  const bothGone = base.filter((line, at) => !isBlank(line) && a.isGone[at] && b.isGone[at]);
  const [theirs, mine] = [a, b].map(({ added }) =>
    added
      .flat()
      .filter((line) => !isBlank(line))
      .slice(0, bothGone.length)
      .join('\n'),
  );
  return theirs !== mine;
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

interface Changes {
  readonly isGone: readonly boolean[];
  /** What was added before each line of the base, and at the end. */
  readonly added: readonly (readonly string[])[];
}

/** What a side changed; undefined when that is more than is looked at. */
function changesOf(base: readonly string[], side: readonly string[]): Changes | undefined {
  const parts = diffArrays([...base], [...side], { maxEditLength: MAX_CHANGED_LINES });
  // Past its bound the library gives none.
  if (parts === undefined) return undefined;
  const isGone: boolean[] = [];
  const added: string[][] = Array.from({ length: base.length + 1 }, () => []);
  for (const part of parts) {
    if (part.added) added[isGone.length]?.push(...part.value);
    else isGone.push(...part.value.map(() => part.removed));
  }
  return { isGone, added };
}
