import { HttpError } from '../door/http-error.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Refuses a place that names a checkpoint which the thread does not have: going on from it would
 * start from nothing, and say so to no one. Throws HttpError `not-found`.
 */
export async function requireCheckpoint(
  { checkpointer }: Storage,
  threadId: string,
  place: object,
): Promise<void> {
  const { checkpoint_id, checkpoint_ns = '' } = place as Record<string, unknown>;
  if (checkpoint_id === undefined) return;
  const configurable = { thread_id: threadId, checkpoint_ns, checkpoint_id };
  if ((await checkpointer.getTuple({ configurable })) === undefined) throw checkpointNotFound();
}

export function checkpointNotFound(): HttpError {
  return new HttpError('not-found', 'Checkpoint not found: this thread has none with that id.');
}
