import type { CancelAction } from '../storage/storage.ts';

/**
 * Why an attempt is told to stop: a person's cancel, or `lost` (another writer, or nobody, owns the
 * run now), or `left` (this process goes down; the run will be taken up again).
 */
export type StopReason = CancelAction | 'lost' | 'shutting-down';

/** The reason on an attempt's abort signal. Stopping is no failure. */
export class RunStopped extends Error {
  override readonly name = 'AbortError';
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`The run was stopped (${reason}).`);
    this.reason = reason;
  }
}
