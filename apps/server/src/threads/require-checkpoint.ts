import { HttpError } from '../http/http-error.ts';
import type { Storage, ThreadRow } from '../storage/storage.ts';

/**
 * Refuses a place that names a checkpoint which the thread does not have: going on from it would
 * start from nothing, and say so to no one.
 * Throws HttpError `not-found`, or `invalid` for a namespace that the thread does not have.
 */
export async function requireCheckpoint(
  storage: Storage,
  { owner, threadId }: Pick<ThreadRow, 'owner' | 'threadId'>,
  place: object,
): Promise<void> {
  const { checkpoint_id, checkpoint_ns = '' } = place as Record<string, unknown>;
  const checkpointer = storage.checkpointer(owner);
  const namespace = { thread_id: threadId, checkpoint_ns };
  // Of a namespace that nothing ever ran in the library knows no state to go on from, or to change.
  if (
    checkpoint_ns !== '' &&
    (await checkpointer.getTuple({ configurable: namespace })) === undefined
  )
    throw new HttpError(
      'invalid',
      'checkpoint.checkpoint_ns names no part of this thread: leave it out, or copy it from a state.',
    );
  if (checkpoint_id === undefined) return;
  const configurable = { ...namespace, checkpoint_id };
  if ((await checkpointer.getTuple({ configurable })) === undefined) throw checkpointNotFound();
}

export function checkpointNotFound(): HttpError {
  return new HttpError('not-found', 'Checkpoint not found: this thread has none with that id.');
}
