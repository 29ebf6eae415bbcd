import { diffArrays } from 'diff';

/** Most lines of difference that are looked at: the time grows with their square. */
const MAX_CHANGED_LINES = 2000;

/**
 * The text that a writer started from, who had two in view: `read`, the older, by a tool, and
 * `shown`, the newer, in the prompt. Where they differ, what was written tells which one it was made
 * from; what tells nothing counts as made from the older, so that nothing written meanwhile is lost.
 * Pure.
 */
export function commonBase(read: string, shown: string, written: string): string {
  const parts = diffArrays(read.split('\n'), shown.split('\n'), {
    maxEditLength: MAX_CHANGED_LINES,
  });
  // Past its bound the library gives none.
  if (parts === undefined) return read;
  const used = new Set(written.split('\n'));
  const older = new Set(read.split('\n'));
  const base: string[] = [];
  let removed: readonly string[] = [];
  let added: readonly string[] = [];
  const settle = () => {
    base.push(...startedFrom(removed, added, { older, used }));
    [removed, added] = [[], []];
  };
  for (const part of parts) {
    if (part.removed) removed = part.value;
    else if (part.added) added = part.value;
    else {
      settle();
      base.push(...part.value);
    }
  }
  settle();
  return base.join('\n');
}

/** One place where the two texts differ: the lines of it that the writer started from. */
function startedFrom(
  removed: readonly string[],
  added: readonly string[],
  { older, used }: { readonly older: ReadonlySet<string>; readonly used: ReadonlySet<string> },
): readonly string[] {
  const isBlank = (line: string) => line.trim() === '';
  const isUsed = (line: string) => isBlank(line) || used.has(line);
  // A line that only moved stays where the older text has it.
  const isNew = (line: string) => isBlank(line) || !older.has(line);
  if (removed.length === 0) return added.filter((line) => isNew(line) && isUsed(line));
  if (added.length === 0) return removed.filter(isUsed);
  const usesOlder = removed.some((line) => !isBlank(line) && used.has(line));
  return added.every(isUsed) && !usesOlder ? added : removed;
}
