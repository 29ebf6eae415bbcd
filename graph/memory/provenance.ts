import { diffArrays } from 'diff';

import type { LineOrigin } from '#contract/memory-api';
import type { MemoryRevision } from '#contract/revision';

/**
 * Most lines that one revision may add and remove before the comparison gives up: the time it takes
 * grows with the square of that. Beyond it, lines are told apart by their text alone.
 */
const MAX_CHANGED_LINES = 2000;

/** Longest that the origins of a text without recorded ones are looked for, in milliseconds. */
const MAX_TRACE_MS = 3000;

/** For each line of a text, the revision that brought it in; null where that is not known. */
export type Origins = readonly (LineOrigin | null)[];

/** The origins after a change: a kept line keeps its own, a new one has that of the change. Pure. */
export function carryOrigins(
  older: string,
  origins: Origins,
  newer: string,
  origin: LineOrigin | null,
): Origins {
  const kept = keptLines(older.split('\n'), newer.split('\n'));
  return kept.map((place) => (place === undefined ? origin : (origins[place] ?? null)));
}

/** The same by the text of lines alone, which takes no time to speak of. */
export function carryOriginsByText(
  older: string,
  origins: Origins,
  newer: string,
  origin: LineOrigin | null,
): Origins {
  const kept = sameTexts(older.split('\n'), newer.split('\n'));
  return kept.map((place) => (place === undefined ? origin : (origins[place] ?? null)));
}

/**
 * The origins of the newest of these revisions (oldest first), as version control tells them: a line
 * belongs to the first revision that had it and whose predecessor had not. A line as old as the
 * oldest revision kept is of unknown origin, unless that is the very first. Pure but for its time.
 */
export function traceOrigins(history: readonly MemoryRevision[]): Origins {
  const deadline = performance.now() + MAX_TRACE_MS;
  let origins: Origins = [];
  let older: MemoryRevision | undefined;
  for (const revision of history) {
    const lines = linesOf(revision.text);
    const origin = originOf(revision);
    const compare = performance.now() < deadline ? keptLines : sameTexts;
    const kept = older ? compare(linesOf(older.text), lines) : [];
    const first = older === undefined && revision.number !== 1 ? null : origin;
    const before = origins;
    origins = lines.map((_, at) => {
      const place = kept[at];
      return place === undefined ? first : (before[place] ?? null);
    });
    older = revision;
  }
  return origins;
}

export function originOf({ number, written_at, author }: MemoryRevision): LineOrigin {
  return { revision: number, written_at, author };
}

function linesOf(text: string | null): string[] {
  return text?.split('\n') ?? [];
}

/** For each line of `newer`, its place in `older`, or undefined where it was not there. */
function keptLines(older: readonly string[], newer: readonly string[]): (number | undefined)[] {
  const parts = diffArrays([...older], [...newer], { maxEditLength: MAX_CHANGED_LINES });
  // Past its bound the library gives none.
  if (parts === undefined) return sameTexts(older, newer);
  const kept: (number | undefined)[] = [];
  let at = 0;
  for (const { added, removed, count } of parts) {
    if (added) for (let step = 0; step < count; step += 1) kept.push(undefined);
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
