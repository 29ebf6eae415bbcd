import type { QueueLimits } from './fair-queue.ts';

/** What the engine allows. Durations are in milliseconds. */
export interface EngineLimits extends QueueLimits {
  /** Longest silence of a graph's stream before its run is ended. */
  readonly idleMs: number;
  /** How long the events of an ended run can still be read. */
  readonly eventRetentionMs: number;
  /** How often a run is begun at most, the first time included. */
  readonly attempts: number;
  /** How long a run rests whose attempt could not be brought to an end (a full disk). */
  readonly retryMs: number;
}

export const DEFAULT_LIMITS: EngineLimits = {
  total: 64,
  perOwner: 8,
  openInAll: 2000,
  openPerOwner: 200,
  idleMs: 5 * 60_000,
  eventRetentionMs: 60 * 60_000,
  attempts: 3,
  retryMs: 5_000,
};
