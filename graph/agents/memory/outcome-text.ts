import { lineKey, quoted } from '#graph/memory/lines';
import type { Accepted, WriteOutcome } from '#graph/memory/write-request';

import type { Rejection } from './ask.ts';
import type { Shown } from './writer-view.ts';

/** What the model is told about a write beyond the file tool's own sentence. */
export interface Told {
  readonly note?: string;
  readonly shown?: Shown;
}

export function tellOutcome(outcome: WriteOutcome | Rejection): Told {
  switch (outcome.refused) {
    case undefined:
      return tellAccepted(outcome);
    case 'changed-meanwhile':
      return { shown: { goes_by_prompt: true } };
    case 'drops-lines':
      return { shown: { would_drop: (outcome.lines ?? []).map(lineKey) } };
    default:
      return {};
  }
}

function tellAccepted({ changed, effects, rewritten }: Accepted): Told {
  if (rewritten) return { note: rewrittenText(rewritten), shown: { goes_by_prompt: true } };
  if (effects === undefined)
    return changed ? {} : { note: 'It read so already; nothing had to be written.' };
  const { dropped, kept, gone } = effects;
  const sentences = [
    ...(changed ? [] : ['It read so already; nothing had to be written.']),
    ...(dropped.length > 0 ? [`These lines are gone from it:\n${quoted(dropped)}`] : []),
    ...(kept.length > 0
      ? [
          `These lines were written by others after you had read the file, and were kept:\n${quoted(kept)}\nTo remove one of them, use edit_file.`,
        ]
      : []),
    ...(gone.length > 0
      ? [
          `These lines of yours had been removed by others meanwhile, and stay removed:\n${quoted(gone)}`,
        ]
      : []),
  ];
  const merged = kept.length + gone.length > 0;
  return {
    ...(sentences.length > 0 && { note: sentences.join('\n') }),
    ...(merged && { shown: { goes_by_prompt: true } as const }),
  };
}

/** What was written in the place of what the agent had asked for. */
function rewrittenText({ added, removed }: NonNullable<Accepted['rewritten']>): string {
  const lines = [
    ...(added.length > 0 ? [`Now in the file:\n${quoted(added)}`] : []),
    ...(removed.length > 0 ? [`No longer in it:\n${quoted(removed)}`] : []),
  ];
  const what = lines.length > 0 ? lines.join('\n') : 'Nothing in the file is different by it.';
  return `But the person changed your change first, and theirs was written instead. ${what}`;
}
