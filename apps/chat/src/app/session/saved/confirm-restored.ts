import type { MemoryScope } from '#contract/scope';

import type { RunSummary, ThreadSnapshot } from '../../transport/transport';
import { readStoredObservation } from '../evidence/evidence';
import type { Confirmation } from '../state/confirmation';
import type { ChatMessage } from '../state/message';
import { transcriptOf, type Transcript } from '../state/transcript';

/** What is judged of a conversation that was opened again: reads alone, since nothing was heard live. */
export interface RestoredInput {
  /** The newest run that came to begin. */
  readonly run: RunSummary;
  readonly snapshot: ThreadSnapshot;
  /** The newest checkpoint of the history, read after the snapshot. */
  readonly historyHead: string | undefined;
  /** The identity whose memory may stand in it. */
  readonly scope: MemoryScope | undefined;
  /** When the last of the reads was made. */
  readonly at: Date;
}

/**
 * Judges whether the newest turn of a restored conversation is held in full by the checkpoint that is
 * its head at the time of the read. Undefined when there is nothing to claim: the turn did not end in
 * success, which is told in its own way.
 */
export function confirmRestored(input: RestoredInput): Confirmation | undefined {
  if (input.run.status !== 'success') return undefined;
  const reason = whyNotSaved(input);
  return reason === undefined ? { saved: true, at: input.at } : { saved: false, reason };
}

function whyNotSaved(input: RestoredInput): string | undefined {
  const { historyHead, run, snapshot } = input;
  if (snapshot.checkpointId === undefined || snapshot.checkpointId !== historyHead)
    return $localize`the conversation has moved on since`;
  if (snapshot.next.length > 0 || snapshot.interrupts.length > 0)
    return $localize`the conversation waits in the middle of a turn`;
  return whyTurnIsPartial(run, transcriptOf(snapshot.values['messages'])) ?? whyUnobserved(input);
}

function whyTurnIsPartial({ sent }: RunSummary, messages: Transcript): string | undefined {
  const start = messages.findLastIndex(({ role }) => role === 'human');
  const asked = messages[start];
  if (asked === undefined || (sent !== undefined && asked.id !== sent.id))
    return $localize`the stored conversation does not end with its newest turn`;
  const answers = messages.slice(start + 1);
  const last = answers.at(-1);
  if (last === undefined || last.toolCalls.length > 0 || !answers.every(isWhole))
    return $localize`the stored answer is not whole`;
  return undefined;
}

/** Whether an answer was not cut, and every tool that it asked for has answered. */
function isWhole({ cut, toolCalls }: ChatMessage): boolean {
  return !cut && toolCalls.every(({ result }) => result !== undefined);
}

/** A run that ended in success has read memory at its end, or was told to leave it alone. */
function whyUnobserved({ at, run, scope, snapshot }: RestoredInput): string | undefined {
  const stored = readStoredObservation(snapshot.values, at, undefined);
  if (stored.found === 'invalid') return $localize`the stored observation of memory is not valid`;
  if (stored.found === 'absent')
    return run.memoryOff ? undefined : $localize`the last read of memory was not observed`;
  if (scope === undefined || stored.owner !== scope)
    return $localize`the stored observation is of another memory`;
  if (stored.contents === undefined && !run.memoryOff)
    return $localize`the last read of memory was not observed`;
  return undefined;
}
