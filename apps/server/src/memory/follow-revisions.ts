import { MEMORY_REVISION_EVENT } from '#contract/memory-api';
import type { MemoryScope } from '#contract/scope';
import { KEPT_REVISIONS, listRevisions } from '#graph/memory/revisions';

import type { AppParts } from '../app-parts.ts';
import type { RunEvent } from '../storage/storage.ts';
import { summaryOf } from './revision-view.ts';

/**
 * Every revision after the given one, those already written first, then each as it is written,
 * without gap or repeat; without a number, only those to come. Ends quietly with the signal. What
 * is older than the history kept is left out.
 */
export async function* followRevisions(
  { storage, memoryGate, memoryNotifier }: AppParts,
  owner: MemoryScope,
  after: number | undefined,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  // Listening begins before the first look, so that no write falls between the two.
  const listening = memoryNotifier.listen(owner);
  signal.addEventListener('abort', () => {
    listening.stop();
  });
  const { head } = await memoryGate.read(owner);
  let last = Math.min(after ?? head.revision, head.revision);
  while (!signal.aborted) {
    const newest = await listRevisions(storage.store, owner, { limit: 1 });
    const behind = (newest[0]?.number ?? 0) - last;
    if (behind > 0) {
      const limit = Math.min(behind, KEPT_REVISIONS);
      for (const revision of (await listRevisions(storage.store, owner, { limit })).reverse()) {
        if (revision.number <= last) continue;
        last = revision.number;
        yield { id: last, event: MEMORY_REVISION_EVENT, data: summaryOf(revision) };
      }
    }
    await listening.next(signal);
  }
}
