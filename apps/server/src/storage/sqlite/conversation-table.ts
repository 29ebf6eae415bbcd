import { phrasesIn } from '../../search/phrases.ts';
import type {
  Conversation,
  ConversationHit,
  ConversationTable,
  Neighbourhood,
  Page,
  PageQuery,
  RecalledTurn,
  RecallQuery,
} from '../conversations.ts';
import type { ConversationIndex } from './conversation-index.ts';
import { recallTurns, turnsAround } from './conversation-recall.ts';
import { ConversationRows } from './conversation-rows.ts';
import { searchConversations } from './conversation-search.ts';
import type { Database } from './database.ts';
import { integer } from './row.ts';
import { OwnerIndex } from './search-reader.ts';

const NEWEST_FIRST = 'ORDER BY active_at DESC, id DESC';

/** Conversations in SQLite. Lists only read; a search first brings its owner's index up to date. */
export class SqliteConversations implements ConversationTable {
  readonly #db: Database;
  readonly #index: ConversationIndex;
  readonly #rows: ConversationRows;

  constructor(db: Database, index: ConversationIndex) {
    this.#db = db;
    this.#index = index;
    this.#rows = new ConversationRows(db, index);
  }

  list(owner: string, { limit, offset }: PageQuery): Promise<Page<Conversation>> {
    return Promise.try(() => {
      const count = this.#db.get('SELECT count(*) AS n FROM thread WHERE owner = ?', owner);
      const items = this.#rows.select(`${NEWEST_FIRST} LIMIT ? OFFSET ?`, owner, limit, offset);
      // What cannot be read has no place among the others; it comes first, so that it is seen.
      const unreadable = offset === 0 ? this.#rows.unreadable(owner) : [];
      return { total: integer(count ?? {}, 'n'), items: [...unreadable, ...items] };
    });
  }

  get(owner: string, threadId: string): Promise<Conversation | undefined> {
    return Promise.try(() => {
      const found = this.#rows.select('AND id = ?', owner, threadId);
      const all = [...found, ...this.#rows.unreadable(owner)];
      return all.find(({ thread }) => thread.threadId === threadId);
    });
  }

  async search(owner: string, words: string, page: PageQuery): Promise<Page<ConversationHit>> {
    if (phrasesIn(words).length === 0) return { total: 0, items: [] };
    const index = await this.#current(owner);
    return searchConversations(owner, words, page, { index, rows: this.#rows });
  }

  async recall(owner: string, query: RecallQuery): Promise<RecalledTurn[]> {
    const index = await this.#current(owner);
    return recallTurns(owner, query, { db: this.#db, index, rows: this.#rows });
  }

  async neighbours(owner: string, message: Neighbourhood): Promise<RecalledTurn[]> {
    const index = await this.#current(owner);
    return turnsAround(owner, message, { db: this.#db, index, rows: this.#rows });
  }

  reindex(): Promise<number> {
    return this.#index.rebuild();
  }

  /** The owner's index, brought up to date. */
  async #current(owner: string): Promise<OwnerIndex> {
    await this.#index.refresh(owner);
    return new OwnerIndex(this.#db, owner);
  }
}
