import type { SQLInputValue } from 'node:sqlite';

import type { Conversation } from '../conversations.ts';
import { type ConversationIndex, firstWords } from './conversation-index.ts';
import { unlessDamaged } from './damage/unless-damaged.ts';
import type { Database } from './database.ts';
import { integer, textOrUndefined } from './row.ts';
import { givenTitle, type MessageText } from './message-text.ts';
import { readIntact, SELECT_THREADS, unreadableThreads } from './thread-table.ts';

/** Reads conversations with their titles, and what was said in them. */
export class ConversationRows {
  readonly #db: Database;
  readonly #index: ConversationIndex;

  constructor(db: Database, index: ConversationIndex) {
    this.#db = db;
    this.#index = index;
  }

  /** Threads of SELECT_THREADS that meet a condition; `owner` is its first value. */
  select(rest: string, ...values: SQLInputValue[]): Conversation[] {
    return this.#db.all(`${SELECT_THREADS} ${rest}`, ...values).flatMap((row) =>
      readIntact(this.#db, [row]).map((thread) => ({
        thread,
        title: givenTitle(thread.metadata) ?? this.#firstWords(thread.owner, thread.threadId),
        activeAt: new Date(integer(row, 'active_at')),
      })),
    );
  }

  /** Those of these ids that can be read, in that order. */
  named(owner: string, ids: readonly string[]): Conversation[] {
    const found = new Map(
      this.select(
        'AND id IN (SELECT value FROM json_each(?))',
        owner,
        JSON.stringify([...new Set(ids)]),
      ).map((each) => [each.thread.threadId, each]),
    );
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  unreadable(owner: string): Conversation[] {
    return unreadableThreads(this.#db, owner).map((thread) => ({
      thread,
      title: undefined,
      activeAt: thread.updatedAt,
    }));
  }

  /** What was said in a thread; nothing where that is damaged, as its conversation says. */
  said(owner: string, thread: string): readonly MessageText[] {
    return unlessDamaged(() => this.#index.read({ owner, thread })) ?? [];
  }

  /** From the index, unless the thread has changed since it was indexed. */
  #firstWords(owner: string, thread: string): string | undefined {
    const indexed = this.#db.get(
      `SELECT search_thread.* FROM search_owner JOIN search_thread ON search_thread.owner = search_owner.id
       WHERE search_owner.owner = ?1 AND thread = ?2
         AND NOT EXISTS (SELECT 1 FROM search_stale WHERE owner = ?1 AND thread = ?2)`,
      owner,
      thread,
    );
    if (indexed && this.#db.damage.isIntact('search_thread', indexed))
      return textOrUndefined(indexed, 'title');
    return firstWords(this.said(owner, thread));
  }
}
