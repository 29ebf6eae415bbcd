import type { SQLInputValue } from 'node:sqlite';

import { type Phrase, phrasesIn, placesOf } from '../../search/phrases.ts';
import type {
  Conversation,
  ConversationHit,
  ConversationTable,
  MarkedText,
  Page,
  PageQuery,
} from '../conversations.ts';
import { type ConversationIndex, firstWords } from './conversation-index.ts';
import type { Database } from './database.ts';
import { unlessDamaged } from './damage/unless-damaged.ts';
import { integer, textOrUndefined } from './row.ts';
import { OwnerIndex } from './search-reader.ts';
import { TITLE_PLACE } from './search-writer.ts';
import { excerptOf } from './snippet.ts';
import { givenTitle, type Spoken } from './spoken.ts';
import { readIntact, SELECT_THREADS, unreadableThreads } from './thread-table.ts';

const NEWEST_FIRST = 'ORDER BY active_at DESC, id DESC';

/** Places in a conversation where something was found, each with what it is worth. */
type Found = Map<number, number>;

/** Conversations in SQLite. Lists only read; a search first brings its owner's index up to date. */
export class SqliteConversations implements ConversationTable {
  readonly #db: Database;
  readonly #index: ConversationIndex;

  constructor(db: Database, index: ConversationIndex) {
    this.#db = db;
    this.#index = index;
  }

  list(owner: string, { limit, offset }: PageQuery): Promise<Page<Conversation>> {
    return Promise.try(() => {
      const count = this.#db.get('SELECT count(*) AS n FROM thread WHERE owner = ?', owner);
      const items = this.#conversations(
        `${SELECT_THREADS} ${NEWEST_FIRST} LIMIT ? OFFSET ?`,
        owner,
        limit,
        offset,
      );
      // What cannot be read has no place among the others; it comes first, so that it is seen.
      const unreadable = offset === 0 ? this.#unreadable(owner) : [];
      return { total: integer(count ?? {}, 'n'), items: [...unreadable, ...items] };
    });
  }

  get(owner: string, threadId: string): Promise<Conversation | undefined> {
    return Promise.try(() => {
      const found = this.#conversations(`${SELECT_THREADS} AND id = ?`, owner, threadId);
      const all = [...found, ...this.#unreadable(owner)];
      return all.find(({ thread }) => thread.threadId === threadId);
    });
  }

  async search(owner: string, words: string, page: PageQuery): Promise<Page<ConversationHit>> {
    const phrases = phrasesIn(words);
    if (phrases.length === 0) return { total: 0, items: [] };
    await this.#index.refresh(owner);
    const index = new OwnerIndex(this.#db, owner);
    const found = withAll(phrases, index);
    const ids = index.threadIds(found.keys());
    const places = new Map([...found].map(([number, each]) => [ids.get(number), each]));
    const items = this.#conversations(
      `${SELECT_THREADS} AND id IN (SELECT value FROM json_each(?))
       ${NEWEST_FIRST} LIMIT ? OFFSET ?`,
      owner,
      JSON.stringify([...ids.values()]),
      page.limit,
      page.offset,
    );
    return {
      total: ids.size,
      items: items.map((item) =>
        this.#hit(item, phrases, places.get(item.thread.threadId) ?? new Map<number, number>()),
      ),
    };
  }

  reindex(): Promise<number> {
    return this.#index.rebuild();
  }

  #conversations(sql: string, ...values: SQLInputValue[]): Conversation[] {
    return this.#db.all(sql, ...values).flatMap((row) =>
      readIntact(this.#db, [row]).map((thread) => ({
        thread,
        title: givenTitle(thread.metadata) ?? this.#firstWords(thread.owner, thread.threadId),
        activeAt: new Date(integer(row, 'active_at')),
      })),
    );
  }

  #unreadable(owner: string): Conversation[] {
    return unreadableThreads(this.#db, owner).map((thread) => ({
      thread,
      title: undefined,
      activeAt: thread.updatedAt,
    }));
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
    return firstWords(this.#read(owner, thread));
  }

  /** What was said in a thread; nothing where that is damaged, as its conversation says. */
  #read(owner: string, thread: string): Spoken[] {
    return unlessDamaged(() => this.#index.read({ owner, thread })) ?? [];
  }

  #hit(conversation: Conversation, phrases: readonly Phrase[], found: Found): ConversationHit {
    const title = found.has(TITLE_PLACE) ? (conversation.title ?? '') : '';
    return {
      ...conversation,
      titleMatches: placesOf(phrases, title),
      excerpt: this.#excerpt(conversation, phrases, found),
    };
  }

  /** The message in which most of what was looked for stands, the rarest counting most. */
  #excerpt(
    { thread: { owner, threadId } }: Conversation,
    phrases: readonly Phrase[],
    found: Found,
  ): (MarkedText & { messageId: string }) | undefined {
    const [best] = [...found]
      .filter(([place]) => place !== TITLE_PLACE)
      .sort(([a, worth], [b, other]) => other - worth || a - b);
    if (!best) return undefined;
    const message = this.#read(owner, threadId)[best[0] - 1];
    // It may have been taken back since the index was brought up to date.
    if (!message) return undefined;
    const parts = [message.text, ...message.files].filter((part) => part.trim() !== '');
    const shown = parts.join('\n').toWellFormed();
    return {
      ...excerptOf({ text: shown, matches: placesOf(phrases, shown) }),
      messageId: message.message,
    };
  }
}

/** Conversations that hold every phrase somewhere, not all in the same message. */
function withAll(phrases: readonly Phrase[], index: OwnerIndex): Map<number, Found> {
  const places = phrases.map((phrase) => index.placesOf(phrase));
  const [first = new Map<number, Set<number>>(), ...others] = places.toSorted(
    (a, b) => a.size - b.size,
  );
  const held = [...first.keys()].filter((thread) => others.every((each) => each.has(thread)));
  return new Map(held.map((thread) => [thread, worths(thread, places)]));
}

/** What each place of a conversation is worth: rare phrases more than common ones. */
function worths(thread: number, phrases: readonly Map<number, Set<number>>[]): Found {
  const found: Found = new Map();
  for (const places of phrases)
    for (const place of places.get(thread) ?? [])
      found.set(place, (found.get(place) ?? 0) + 1 / places.size);
  return found;
}
