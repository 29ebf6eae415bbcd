import type { RunRow } from '../storage/storage.ts';

/** Whether a run has not come to an end yet. */
export function isOpen({ status }: Pick<RunRow, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}
