import type { WipeReport } from '#contract/memory-api';
import { memoryNamespace } from '#contract/names';
import type { MemoryScope } from '#contract/scope';
import type { BaseStore } from '@langchain/langgraph-checkpoint';

import type { AppParts } from '../app-parts.ts';
import { stopWork } from '../work/open-work.ts';
import { outsideRuns } from './outside-runs.ts';

/** Conversations looked up at once. */
const PAGE = 100;

/**
 * Erases an owner's memory with all its history, and on request every conversation, and all work:
 * records and documents. Those go first: their runs are stopped, so none of them writes into what was
 * just wiped.
 */
export async function wipeMemory(
  parts: AppParts,
  owner: MemoryScope,
  also: { readonly conversations: boolean; readonly work: boolean },
): Promise<WipeReport> {
  const conversations = also.conversations ? await eraseConversations(parts, owner) : null;
  const work = also.work ? await eraseWork(parts, owner) : null;
  const { memoryGate, storage } = parts;
  const { revision, erased } = await memoryGate.wipe(owner, outsideRuns('person'));
  return {
    verified: await isWiped(storage.store, owner),
    revision,
    revisions_erased: erased,
    conversations_erased: conversations,
    records_erased: work?.records ?? null,
    documents_erased: work?.documents ?? null,
    not_reached: notReached(also),
  };
}

async function eraseConversations(
  { storage, engine, authorizer }: AppParts,
  owner: MemoryScope,
): Promise<number> {
  let erased = 0;
  for (;;) {
    const found = await storage.threads.search(owner, { limit: PAGE, offset: 0 });
    if (found.length === 0) return erased;
    for (const { threadId } of found) {
      await authorizer.authorize(owner, 'threads:delete', { thread_id: threadId });
      if (await engine.deleteThread(owner, threadId)) erased += 1;
    }
  }
}

async function eraseWork(parts: AppParts, owner: MemoryScope) {
  const { records, documents } = parts.storage;
  await stopWork(parts, owner);
  return { records: await records.deleteAll(owner), documents: await documents.deleteAll(owner) };
}

/** Whether nothing that holds a text is left under the owner's memory, by a fresh read. */
async function isWiped(store: BaseStore, owner: MemoryScope): Promise<boolean> {
  const left = await store.search(memoryNamespace(owner), { limit: 10 });
  return left.every(({ value }) => typeof (value['text'] ?? value['content']) !== 'string');
}

function notReached(also: { readonly conversations: boolean; readonly work: boolean }): string[] {
  return [
    ...(also.work
      ? []
      : [
          'Documents and records of research still hold what is in them. Delete them, or wipe again together with all work.',
        ]),
    ...(also.conversations
      ? []
      : [
          'Conversations still hold what was said in them and what their runs read of the memory. Delete them, or wipe again together with all conversations.',
        ]),
    'Backups, exported files and file system snapshots made before are not reached.',
    'What was sent to the provider of the model is in its hands.',
  ];
}
