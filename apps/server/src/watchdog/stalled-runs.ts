import type { Stall } from './stall-record.ts';

/** Processor time of the loop at once after which a run has had more than its share, in milliseconds. */
export const SHARE_MS = 1000;

/** Ids of the runs that were using up the event loop when their process ended. */
export function stalledRuns(stalls: readonly Stall[]): ReadonlySet<string> {
  const runs = stalls.flatMap(({ activity, over, processor_ms }) =>
    !over && processor_ms >= SHARE_MS && activity?.kind === 'run' ? [activity.run_id] : [],
  );
  return new Set(runs);
}
