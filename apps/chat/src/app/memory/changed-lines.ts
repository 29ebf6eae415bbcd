import { withoutListMark } from './data/shown-lines';
import { wordDiff, type DiffPart } from './word-diff';

/** What became of a text, line by line, as a person reads lines. */
export interface ChangedLines {
  /** Each line that changed: its words, with what came and what went. */
  readonly lines: readonly (readonly DiffPart[])[];
  /** How many lines are as they were. */
  readonly same: number;
}

/** Undefined where the texts differ too much to compare in good time. Pure. */
export function changedLines(before: string, after: string): ChangedLines | undefined {
  const parts = wordDiff(before, after);
  if (parts === undefined) return undefined;
  const all = linesOf(parts).map(readable).filter(hasWords);
  const lines = all.filter((line) => line.some(({ kind }) => kind !== 'same'));
  return { lines, same: all.length - lines.length };
}

function linesOf(parts: readonly DiffPart[]): DiffPart[][] {
  const lines: DiffPart[][] = [[]];
  for (const { kind, text } of parts) {
    const [first = '', ...rest] = text.split('\n');
    lines.at(-1)?.push({ kind, text: first });
    for (const each of rest) lines.push([{ kind, text: each }]);
  }
  return lines;
}

/** A line as a person reads it: without its list mark. */
function readable([first, ...rest]: readonly DiffPart[]): DiffPart[] {
  if (first === undefined) return [];
  const start = { kind: first.kind, text: withoutListMark(first.text) };
  return [start, ...rest].filter(({ text }) => text !== '');
}

function hasWords(line: readonly DiffPart[]): boolean {
  return line.some(({ text }) => text.trim() !== '');
}
