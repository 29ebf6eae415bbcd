import type { AppParts } from '../app-parts.ts';

/** Threads deleted before the next ones are looked for. */
const AT_ONCE = 100;

/**
 * Deletes an owner's threads that name an assistant. A thread that is damaged stays: whose it was is
 * not known for certain.
 */
export async function deleteThreadsOf(
  { storage, engine }: Pick<AppParts, 'storage' | 'engine'>,
  owner: string,
  assistantId: string,
): Promise<void> {
  for (;;) {
    const found = await storage.threads.search(owner, {
      metadata: { assistant_id: assistantId },
      limit: AT_ONCE,
      offset: 0,
    });
    const certain = found.filter(({ damage }) => damage === undefined);
    if (certain.length === 0) return;
    for (const { threadId } of certain) await engine.deleteThread(owner, threadId);
  }
}
