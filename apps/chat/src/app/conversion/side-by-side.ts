import { diffLines } from 'diff';

/** A line of one of two texts. */
export interface Side {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** A row of two texts beside each other; where they differ a side may be empty. */
export interface Row {
  readonly before: Side | undefined;
  readonly after: Side | undefined;
  readonly changed: boolean;
}

/** How long two texts may be compared, in milliseconds. */
const LIMITS = { timeout: 500 };

/**
 * Two texts beside each other, line by line; undefined where they differ too much to compare in good
 * time. Pure.
 */
export function sideBySide(before: string, after: string): readonly Row[] | undefined {
  const changes = diffLines(ended(before), ended(after), LIMITS);
  if (changes === undefined) return undefined;
  const rows: Row[] = [];
  let [left, right] = [0, 0];
  let removed: Side[] = [];
  const flush = () => {
    rows.push(...removed.map((side) => ({ before: side, after: undefined, changed: true })));
    removed = [];
  };
  for (const { added, removed: isRemoved, value } of changes) {
    const lines = value.slice(0, -1).split('\n');
    if (isRemoved) removed.push(...lines.map((text) => ({ line: ++left, text })));
    else if (added)
      for (const text of lines)
        rows.push({ before: removed.shift(), after: { line: ++right, text }, changed: true });
    else {
      flush();
      for (const text of lines)
        rows.push({
          before: { line: ++left, text },
          after: { line: ++right, text },
          changed: false,
        });
    }
    if (added) flush();
  }
  flush();
  return rows;
}

/** A last line without its line feed is no other line than with one. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
