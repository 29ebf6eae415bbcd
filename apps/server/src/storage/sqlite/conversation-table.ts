import type { SQLInputValue } from 'node:sqlite';

import type {
  Conversation,
  ConversationHit,
  ConversationTable,
  MarkedText,
  Page,
  PageQuery,
} from '../conversations.ts';
import type { Database } from './database.ts';
import { integer, text, type Row } from './row.ts';
import { excerptOf, MATCH_BEGIN, MATCH_END, readMarks, titleFrom } from './snippet.ts';
import { givenTitle, indexSpoken, newestCheckpoint, readSpoken, TITLE } from './spoken-index.ts';
import { readThread, SELECT_THREADS } from './thread-table.ts';

/** Greatest number of words that a search looks for; the rest is left out. */
const MAX_WORDS = 8;

/** Conversations whose first words are remembered, so that a list read anew costs next to nothing. */
const MAX_REMEMBERED = 1000;

const SELECT = `SELECT found.*, coalesce(
    (SELECT max(run.updated_at) FROM run WHERE run.thread = found.id), found.created_at
  ) AS active_at FROM (${SELECT_THREADS}) AS found`;
const NEWEST_FIRST = 'ORDER BY active_at DESC, id DESC';

/** Conversations in SQLite. Lists only read; a search first brings the index up to date. */
export class SqliteConversations implements ConversationTable {
  readonly #db: Database;
  /** First words by thread, as a certain checkpoint holds them; least recently read first. */
  readonly #remembered = new Map<string, { checkpoint: string; title: string | undefined }>();

  constructor(db: Database) {
    this.#db = db;
  }

  list(owner: string, { limit, offset }: PageQuery): Promise<Page<Conversation>> {
    return Promise.try(() => {
      const count = this.#db.get('SELECT count(*) AS n FROM thread WHERE owner = ?', owner);
      const items = this.#conversations(
        `${SELECT} ${NEWEST_FIRST} LIMIT ? OFFSET ?`,
        owner,
        limit,
        offset,
      );
      return { total: integer(count ?? {}, 'n'), items };
    });
  }

  get(owner: string, threadId: string): Promise<Conversation | undefined> {
    return Promise.try(() => this.#conversations(`${SELECT} WHERE id = ?`, owner, threadId)[0]);
  }

  async search(owner: string, words: string, page: PageQuery): Promise<Page<ConversationHit>> {
    const terms = searchTerms(words);
    if (terms.length === 0) return { total: 0, items: [] };
    await indexSpoken(this.#db, owner);
    const ids = this.#threadsWithAll(owner, terms);
    const items = this.#conversations(
      `${SELECT} WHERE id IN (SELECT value FROM json_each(?)) ${NEWEST_FIRST} LIMIT ? OFFSET ?`,
      owner,
      JSON.stringify([...ids]),
      page.limit,
      page.offset,
    );
    return { total: ids.size, items: this.#withMatches(items, terms.join(' OR ')) };
  }

  #conversations(sql: string, ...values: SQLInputValue[]): Conversation[] {
    return this.#db.all(sql, ...values).map((row) => this.#conversation(row));
  }

  #conversation(row: Row): Conversation {
    const thread = readThread(row);
    return {
      thread,
      title: givenTitle(thread.metadata) ?? this.#firstWords(thread.threadId),
      activeAt: new Date(integer(row, 'active_at')),
    };
  }

  #firstWords(threadId: string): string | undefined {
    const checkpoint = newestCheckpoint(this.#db, threadId);
    if (checkpoint === undefined) return undefined;
    let words = this.#remembered.get(threadId);
    if (words?.checkpoint !== checkpoint) {
      const first = readSpoken(this.#db, threadId).find(({ role }) => role === 'human');
      words = {
        checkpoint,
        title: first && titleFrom(first.text.trim() || first.files.join(', ')),
      };
    }
    this.#remembered.delete(threadId);
    this.#remembered.set(threadId, words);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > MAX_REMEMBERED && oldest !== undefined)
      this.#remembered.delete(oldest);
    return words.title;
  }

  /** An owner's threads that hold each term somewhere, not all in the same message. */
  #threadsWithAll(owner: string, terms: readonly string[]): Set<string> {
    const sets = terms.map(
      (term) =>
        new Set(
          this.#db
            .all(
              `SELECT DISTINCT spoken.thread FROM spoken_text
                 JOIN spoken ON spoken.id = spoken_text.rowid
                 JOIN thread ON thread.id = spoken.thread
               WHERE spoken_text MATCH ? AND thread.owner = ?`,
              term,
              owner,
            )
            .map((row) => text(row, 'thread')),
        ),
    );
    return sets.reduce((all, each) => all.intersection(each));
  }

  #withMatches(conversations: readonly Conversation[], anyTerm: string): ConversationHit[] {
    const ids = conversations.map(({ thread }) => thread.threadId);
    const best = new Map<string, Row>();
    const titles = new Map<string, Row>();
    const rows = this.#db.all(
      `SELECT spoken.id, spoken.thread, spoken.message FROM spoken_text
         JOIN spoken ON spoken.id = spoken_text.rowid
       WHERE spoken_text MATCH ? AND spoken.thread IN (SELECT value FROM json_each(?))
       ORDER BY rank`,
      anyTerm,
      JSON.stringify(ids),
    );
    for (const row of rows) {
      const chosen = text(row, 'message') === TITLE ? titles : best;
      if (!chosen.has(text(row, 'thread'))) chosen.set(text(row, 'thread'), row);
    }
    return conversations.map((conversation): ConversationHit => {
      const message = best.get(conversation.thread.threadId);
      const title = titles.get(conversation.thread.threadId);
      return {
        ...conversation,
        titleMatches: title ? this.#marked(title, anyTerm).matches : [],
        excerpt: message && {
          ...excerptOf(this.#marked(message, anyTerm)),
          messageId: text(message, 'message'),
        },
      };
    });
  }

  #marked(row: Row, anyTerm: string): MarkedText {
    // A number is bound as a real one, which FTS5 does not compare with a rowid: it then gives any row.
    const found = this.#db.get(
      `SELECT highlight(spoken_text, 0, ?, ?) AS marked FROM spoken_text
       WHERE spoken_text MATCH ? AND rowid = CAST(? AS INTEGER)`,
      MATCH_BEGIN,
      MATCH_END,
      anyTerm,
      integer(row, 'id'),
    );
    return readMarks(text(found ?? {}, 'marked'));
  }
}

/**
 * Words as the index is asked for them, each as the beginning of a word. Quoted, so that what a
 * person types is never taken for search syntax; what holds neither letter nor digit is left out.
 */
function searchTerms(words: string): string[] {
  const said = words.toWellFormed().replaceAll('\0', ' ').split(/\s+/);
  return [...new Set(said)]
    .filter((word) => /[\p{L}\p{N}\p{Co}]/u.test(word))
    .slice(0, MAX_WORDS)
    .map((word) => `"${word.replaceAll('"', '""')}"*`);
}
