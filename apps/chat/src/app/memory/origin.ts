import type { AuthorKind } from '#contract/revision';

/** Who wrote, in words that begin a sentence. */
export const AUTHORS: Readonly<Record<AuthorKind, string>> = {
  agent: $localize`The agent`,
  subagent: $localize`A subagent`,
  person: $localize`You, by hand`,
  import: $localize`Imported, or written from outside this app`,
  undo: $localize`You, by undoing`,
};
