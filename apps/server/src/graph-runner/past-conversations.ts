import type { PastConversations } from '#graph/agents/memory/recall/past-conversations';

import type { RunRow, Storage } from '../storage/storage.ts';

/** The past conversations of a run's owner, as they are now; of the run's own, what it is told to look in. */
export function pastConversationsOf(
  { conversations }: Pick<Storage, 'conversations'>,
  { owner, threadId }: Pick<RunRow, 'owner' | 'threadId'>,
): PastConversations {
  return {
    search: ({ outOfSight: messageIds, ...query }) =>
      conversations.recall(owner, { ...query, asking: { threadId, messageIds } }),
    around: ({ outOfSight: messageIds, ...message }) =>
      conversations.neighbours(owner, { ...message, asking: { threadId, messageIds } }),
  };
}
