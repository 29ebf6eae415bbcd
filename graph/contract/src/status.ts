import { oneOf } from './shape.ts';

/** Where a run stands, in the Agent Server's words. */
export const RUN_STATUSES = [
  'pending',
  'running',
  'success',
  'error',
  'timeout',
  'interrupted',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const isRunStatus = oneOf(RUN_STATUSES);

/** Where a thread stands, in the Agent Server's words. */
export const THREAD_STATUSES = ['idle', 'busy', 'interrupted', 'error'] as const;
export type ThreadStatus = (typeof THREAD_STATUSES)[number];

export const isThreadStatus = oneOf(THREAD_STATUSES);
