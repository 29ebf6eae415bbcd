import type { LineOrigin } from '#contract/memory-api';

import type { StoredLine } from './stored-lines';

/** A line as the one list shows it: of the store, of what this conversation was given, or of both. */
export interface ShownLine {
  /** Without white space around it and without its list mark. */
  readonly text: string;
  /** Whether this conversation was given it. */
  readonly observed: boolean;
  /** The line in the store; undefined where the store holds it no more, or was not read. */
  readonly stored: StoredLine | undefined;
  /** Whether the store was read and does not hold it any more. */
  readonly isGone: boolean;
}

/** The lines under one heading. */
export interface LineGroup {
  readonly kind: 'new' | 'earlier' | 'gone';
  readonly lines: readonly ShownLine[];
}

const LIST_MARK = /^[-*+]\s+/;

/** A line as a person reads it. */
export function readableLine(text: string): string {
  return withoutListMark(text.trim());
}

/** The beginning of a line without white space and list mark; its end as it is. */
export function withoutListMark(text: string): string {
  return text.trimStart().replace(LIST_MARK, '');
}

/**
 * What is stored, in its order, and after it what this conversation was given and is not stored any
 * more. Equal lines are matched one by one. `stored` is undefined while the store was not read. Pure.
 */
export function shownLines(
  observed: readonly string[],
  stored: readonly StoredLine[] | undefined,
): ShownLine[] {
  const given = new Map<string, number>();
  for (const line of observed) given.set(line, (given.get(line) ?? 0) + 1);
  const take = (line: string): boolean => {
    const left = given.get(line) ?? 0;
    if (left > 0) given.set(line, left - 1);
    return left > 0;
  };
  const now = (stored ?? []).map((line) => ({
    text: readableLine(line.text),
    observed: take(line.text.trim()),
    stored: line,
    isGone: false,
  }));
  const rest = observed.filter((line) => take(line));
  const isGone = stored !== undefined;
  return [
    ...now,
    ...rest.map((line) => ({
      text: readableLine(line),
      observed: true,
      stored: undefined,
      isGone,
    })),
  ];
}

/** The lines that this conversation brought in, the others, and those no longer stored. Pure. */
export function groupLines(
  lines: readonly ShownLine[],
  threadId: string | undefined,
  words: string,
): LineGroup[] {
  const sought = words.trim().toLowerCase();
  const kindOf = ({ isGone, stored }: ShownLine): LineGroup['kind'] => {
    if (isGone) return 'gone';
    return threadId !== undefined && isFrom(stored?.origin, threadId) ? 'new' : 'earlier';
  };
  const found = lines.filter(({ text }) => text.toLowerCase().includes(sought));
  return (['new', 'earlier', 'gone'] as const)
    .map((kind) => ({ kind, lines: found.filter((line) => kindOf(line) === kind) }))
    .filter((group) => group.lines.length > 0);
}

function isFrom(origin: LineOrigin | null | undefined, threadId: string): boolean {
  return origin?.author.thread_id === threadId;
}
