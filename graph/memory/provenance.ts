import { diffArrays } from 'diff';

import type { LineOrigin, MemoryLine } from '#contract/memory-api';
import type { MemoryRevision } from '#contract/revision';

/**
 * Most lines that one revision may add and remove before the comparison gives up: the time it takes
 * grows with the square of that. Beyond it, lines are told apart by their text alone.
 */
const MAX_CHANGED_LINES = 2000;

/**
 * Says of each line of a text which revision brought it in, as version control does: from the
 * newest revision back, a line belongs to the first one whose predecessor did not have it.
 *
 * `history` is newest first and may begin with any revision whose text is `text`; it is read only
 * as far back as lines are open. A line as old as the oldest revision kept is of unknown origin,
 * unless that is the very first.
 */
export async function traceLines(
  text: string,
  history: AsyncIterable<MemoryRevision>,
): Promise<MemoryLine[]> {
  const lines = text.split('\n');
  const origins: (LineOrigin | null)[] = lines.map(() => null);
  // Places in `lines`, by the place of the same line in the revision in hand.
  let open: readonly (number | undefined)[] = lines.map((_, place) => place);
  let newer: MemoryRevision | undefined;
  let newerLines: readonly string[] = lines;
  for await (const revision of history) {
    const these = revision.text?.split('\n') ?? [];
    const kept = keptLines(these, newerLines);
    if (newer !== undefined) settle(origins, open, kept, newer);
    open = moved(open, kept, these.length);
    newer = revision;
    newerLines = these;
    if (open.every((place) => place === undefined)) break;
  }
  if (newer?.number === 1) settle(origins, open, [], newer);
  return lines.map((line, place) => ({ text: line, origin: origins[place] ?? null }));
}

/** Gives the open lines that the older revision lacks to the newer one. */
function settle(
  origins: (LineOrigin | null)[],
  open: readonly (number | undefined)[],
  kept: readonly (number | undefined)[],
  { number, written_at, author }: MemoryRevision,
): void {
  for (const [at, place] of open.entries())
    if (place !== undefined && kept[at] === undefined)
      origins[place] = { revision: number, written_at, author };
}

/** The open lines as the older revision numbers them. */
function moved(
  open: readonly (number | undefined)[],
  kept: readonly (number | undefined)[],
  length: number,
): (number | undefined)[] {
  const next = Array.from<number | undefined>({ length });
  for (const [at, place] of open.entries()) {
    const older = kept[at];
    if (older !== undefined) next[older] = place;
  }
  return next;
}

/** For each line of `newer`, its place in `older`, or undefined where it was not there. */
function keptLines(older: readonly string[], newer: readonly string[]): (number | undefined)[] {
  const parts = diffArrays([...older], [...newer], { maxEditLength: MAX_CHANGED_LINES });
  // Past its bound the library gives none.
  if (parts === undefined) return sameTexts(older, newer);
  const kept: (number | undefined)[] = [];
  let at = 0;
  for (const { added, removed, count } of parts) {
    if (added) kept.push(...Array.from<undefined>({ length: count }));
    else if (!removed) for (let step = 0; step < count; step += 1) kept.push(at + step);
    if (!added) at += count;
  }
  return kept;
}

/** The same by text alone: the first unclaimed line of the same text. */
function sameTexts(older: readonly string[], newer: readonly string[]): (number | undefined)[] {
  const places = new Map<string, number[]>();
  for (const [place, line] of older.entries()) {
    const known = places.get(line);
    if (known) known.push(place);
    else places.set(line, [place]);
  }
  for (const list of places.values()) list.reverse();
  return newer.map((line) => places.get(line)?.pop());
}
