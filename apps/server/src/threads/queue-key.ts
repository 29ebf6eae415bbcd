import type { ThreadRow } from '../storage/storage.ts';

/** The queue in which what changes a thread waits its turn: two owners may each have a thread of one id. */
export function queueKey({ owner, threadId }: Pick<ThreadRow, 'owner' | 'threadId'>): string {
  return `${owner} ${threadId}`;
}
