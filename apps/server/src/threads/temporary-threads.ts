import { MEMORY_MODE_KEY } from '#contract/memory-mode';

import { HttpError } from '../http/http-error.ts';
import type { JsonObject, Storage, ThreadRow } from '../storage/storage.ts';

/**
 * Refuses to make a conversation temporary that has begun: what was said in the belief that it
 * stays must not end by itself. Throws HttpError `conflict`.
 */
export async function requireUnbegun(
  storage: Pick<Storage, 'outline' | 'runs'>,
  { metadata: before, owner, threadId }: ThreadRow,
  metadata: JsonObject,
): Promise<void> {
  const becomesTemporary = metadata[MEMORY_MODE_KEY] === 'temporary';
  if (!becomesTemporary || before[MEMORY_MODE_KEY] === 'temporary') return;
  const runs = await storage.runs.count(owner, threadId, {});
  const begun = runs > 0 || (await storage.outline(owner, threadId, { limit: 1 })).length > 0;
  if (begun)
    throw new HttpError(
      'conflict',
      'A conversation that has messages cannot become a temporary one. Begin a new one.',
    );
}
