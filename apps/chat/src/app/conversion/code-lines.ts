import type { Run } from '../markdown/code-runs';

/** A code's runs, line by line; a run that goes over several lines is cut. Pure. */
export function linesOf(runs: readonly Run[]): readonly (readonly Run[])[] {
  const lines: Run[][] = [[]];
  for (const { kind, text } of runs) {
    const [first = '', ...rest] = text.split('\n');
    if (first !== '') lines.at(-1)?.push({ kind, text: first });
    for (const each of rest) lines.push(each === '' ? [] : [{ kind, text: each }]);
  }
  // What ends with a line feed has no further line behind it.
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}
