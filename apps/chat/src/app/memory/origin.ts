import type { AuthorKind } from '#contract/revision';

/** Who wrote, in words that begin a sentence. */
export const AUTHORS: Readonly<Record<AuthorKind, string>> = {
  agent: 'The agent',
  subagent: 'A subagent',
  person: 'You, by hand',
  import: 'Imported, or written past this app',
  undo: 'You, by undoing',
};
