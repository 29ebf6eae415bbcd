import { diff3Merge } from 'node-diff3';

/**
 * Most pairs of equal lines that a merge looks at: the time it takes grows with them, and a file of
 * thirty thousand equal lines has a billion.
 */
const MAX_PAIRS = 2_000_000;

/**
 * Both changes of `base` together, by lines; undefined when they touch the same lines, or when the
 * texts are too repetitive to compare in bounded time. Pure.
 */
export function mergeTexts(base: string, theirs: string, mine: string): string | undefined {
  if (theirs === base || theirs === mine) return mine;
  if (mine === base) return theirs;
  const regions = mergeRegions(base, theirs, mine);
  if (regions === undefined) return undefined;
  const merged: string[] = [];
  for (const region of regions) {
    if (region.ok === undefined) return undefined;
    merged.push(...region.ok);
  }
  return merged.join('\n');
}

/** A stretch of lines that merges cleanly, or one where both sides changed the base (o). */
export interface MergeRegion {
  readonly ok?: readonly string[];
  /** a: theirs, b: mine. */
  readonly conflict?: {
    readonly a: readonly string[];
    readonly o: readonly string[];
    readonly b: readonly string[];
  };
}

/** Two changes of one text, region by region; undefined when they cannot be compared in bounded time. */
export function mergeRegions(
  base: string,
  theirs: string,
  mine: string,
): MergeRegion[] | undefined {
  const [from, a, b] = [base, theirs, mine].map((text) => text.split('\n')) as [
    string[],
    string[],
    string[],
  ];
  if (pairs(from, a) + pairs(from, b) > MAX_PAIRS) return undefined;
  return diff3Merge(a, from, b, { excludeFalseConflicts: true });
}

/** How often a line of one text equals a line of the other. */
function pairs(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  return other.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
}
