import { diffLines } from 'diff';

import { readableLine } from './data/shown-lines';

/** Which lines came and which went. */
export interface LineDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** How the lines of one text became those of the other, each as a person reads it. Pure. */
export function lineDiff(before: string, after: string): LineDiff {
  const changes = diffLines(ended(before), ended(after));
  const linesOf = (kind: 'added' | 'removed') =>
    changes
      .filter((change) => change[kind])
      .flatMap(({ value }) => value.split('\n'))
      .map(readableLine)
      .filter((line) => line !== '');
  return { added: linesOf('added'), removed: linesOf('removed') };
}

/** A last line without its line feed is no other line than with one. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
