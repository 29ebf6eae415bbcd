import { isActive, type RunSummary } from '../../transport/transport';
import { TransportError } from '../../transport/transport-error';
import { transcriptOf } from '../state/transcript';

/** Whether a thread's stored values hold a message. */
export function holds(values: Readonly<Record<string, unknown>>, messageId: string): boolean {
  return transcriptOf(values['messages']).some(({ id }) => id === messageId);
}

/** Whether a run came to begin: one that was called off while it waited has left nothing. */
export function hasBegun(run: RunSummary, values: Readonly<Record<string, unknown>>): boolean {
  const { sent, status } = run;
  return status !== 'interrupted' || sent === undefined || holds(values, sent.id);
}

/** The oldest run that is to end yet, of runs told newest first. */
export function oldestOpen(runs: readonly RunSummary[]): RunSummary | undefined {
  return runs.findLast(({ status }) => isActive(status));
}

/**
 * The run to be read after another, of runs told newest first: one that goes on, or one that came
 * and was answered while the other's end was read.
 */
export function nextAfter(
  runs: readonly RunSummary[],
  runId: string | undefined,
): RunSummary | undefined {
  const place = runs.findIndex((run) => run.runId === runId);
  const later = runs.slice(0, Math.max(place, 0));
  return (
    later.findLast(({ status }) => isActive(status) || status === 'success') ??
    oldestOpen(runs.filter((run) => run.runId !== runId))
  );
}

/** Why a run failed, in a sentence. */
export function failureOf({ failure, status }: RunSummary): TransportError {
  const sentence =
    status === 'timeout'
      ? $localize`The answer took too long and was ended. Try again.`
      : $localize`The last answer ended in an error. Send your message again to go on.`;
  return failure ?? new TransportError('run-failed', sentence);
}
