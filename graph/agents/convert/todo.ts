import type { LedgerEntry, OutFile } from '#contract/convert';

/** What marks a place that a person has to finish. */
export const TODO_MARK = 'TODO(review)';

const TODO = /\/\/ TODO\(review\): ?(.*)$/;

/** One comment that says what was left open. Line ends in a reason would end the comment. */
export function todoComment(reason: string): string {
  return `// ${TODO_MARK}: ${reason.replace(/\s+/g, ' ').trim()}`;
}

/** The entries of all places left open in a file. */
export function todosIn({ name, text }: OutFile): LedgerEntry[] {
  return text.split('\n').flatMap((line, at): LedgerEntry[] => {
    const reason = TODO.exec(line)?.[1];
    return reason === undefined ? [] : [{ file: name, line: at + 1, kind: 'todo', reason }];
  });
}
