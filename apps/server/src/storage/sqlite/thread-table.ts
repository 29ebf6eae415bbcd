import type { SQLInputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';

import type { ThreadStatus } from '#contract/status';

import { StorageError } from '../storage-error.ts';
import type { JsonObject, NewThread, ThreadQuery, ThreadRow, ThreadTable } from '../storage.ts';
import type { Damage } from '../damage.ts';
import type { Connection } from './connection.ts';
import { eraseDamagedRows } from './erase-damaged.ts';
import type { Database } from './database.ts';
import { contains, jsonObject } from './json-column.ts';
import { integer, text, type Row } from './row.ts';

/** Erases a thread's checkpoints, writes and nodes; called inside a transaction. */
export type EraseHistory = (thread: Pick<ThreadRow, 'owner' | 'threadId'>) => void;

const COLUMNS = {
  thread_id: 'id',
  created_at: 'created_at',
  updated_at: 'updated_at',
  status: 'shown_status',
} as const;
const STATUSES: readonly string[] = ['idle', 'busy', 'interrupted', 'error'];

/** The threads of one owner, with what they show as status: `busy` as long as a run is open. */
export const SELECT_THREADS = `SELECT * FROM (
  SELECT thread.*, CASE WHEN EXISTS (
    SELECT 1 FROM run WHERE run.owner = thread.owner AND run.thread = thread.id
      AND run.status IN ('pending', 'running')
  ) THEN 'busy' ELSE status END AS shown_status FROM thread
) WHERE owner = ?`;

const AMONG = 'id IN (SELECT value FROM json_each(?))';
const NOT_AMONG = 'id NOT IN (SELECT value FROM json_each(?))';

/** Threads whose metadata is read before others get their turn, as each may hold kilobytes of it. */
const READ_AT_ONCE = 200;

type Criteria = Pick<ThreadQuery, 'metadata' | 'status' | 'ids'>;

/** Threads in SQLite; every call is one transaction. */
export class SqliteThreads implements ThreadTable {
  readonly #db: Database;
  readonly #eraseHistory: EraseHistory;

  constructor(db: Database, eraseHistory: EraseHistory) {
    this.#db = db;
    this.#eraseHistory = eraseHistory;
  }

  create(thread: NewThread, ifExists: 'raise' | 'do-nothing'): Promise<ThreadRow> {
    const { threadId, owner, ttlMs = null } = thread;
    const metadata = JSON.stringify(thread.metadata);
    return this.#db.write(() => {
      const now = Date.now();
      const made = this.#db.run(
        `INSERT INTO thread (owner, id, created_at, updated_at, active_at, metadata, status, ttl_ms)
         VALUES (?, ?, ?, ?, ?, ?, 'idle', ?) ON CONFLICT (owner, id) DO NOTHING`,
        owner,
        threadId,
        now,
        now,
        now,
        metadata,
        ttlMs,
      );
      const row = made > 0 || ifExists === 'do-nothing' ? this.#find(owner, threadId) : undefined;
      if (row) return row;
      throw new StorageError('conflict', `There is a thread ${threadId} already.`);
    });
  }

  get(owner: string, threadId: string): Promise<ThreadRow | undefined> {
    return Promise.try(() => this.#find(owner, threadId));
  }

  patch(
    owner: string,
    threadId: string,
    metadata: JsonObject,
    ttlMs?: number | null,
  ): Promise<ThreadRow> {
    return this.#db.write(() => {
      const before = this.#find(owner, threadId);
      if (!before) throw noThread(threadId);
      if (this.#db.damage.unreadableThreadsOf(owner).includes(threadId))
        throw new StorageError('damaged', before.damage ?? '');
      this.#db.run(
        'UPDATE thread SET metadata = ?, updated_at = ? WHERE owner = ? AND id = ?',
        JSON.stringify({ ...before.metadata, ...metadata }),
        Date.now(),
        owner,
        threadId,
      );
      if (ttlMs !== undefined)
        this.#db.run(
          'UPDATE thread SET ttl_ms = ? WHERE owner = ? AND id = ?',
          ttlMs,
          owner,
          threadId,
        );
      return this.#find(owner, threadId) ?? before;
    });
  }

  delete(owner: string, threadId: string): Promise<boolean> {
    return this.#db.erase(() => {
      const wasDamaged = eraseDamagedRows(this.#db, owner, threadId);
      const gone = this.#db.run('DELETE FROM thread WHERE owner = ? AND id = ?', owner, threadId);
      if (gone === 0 && !wasDamaged) return false;
      this.#eraseHistory({ owner, threadId });
      this.#db.damage.forget(owner, threadId);
      return true;
    });
  }

  async search(owner: string, query: ThreadQuery): Promise<ThreadRow[]> {
    const order = ` ORDER BY ${orderOf(query)}`;
    const { metadata, limit, offset } = query;
    // What cannot be read has no place among the others; it comes first, so that it is seen.
    const unreadable = offset === 0 ? this.#unreadable(owner, query) : [];
    if (metadata === undefined) {
      const { where, values } = this.#narrowed(owner, query);
      const sql = `${SELECT_THREADS}${where}${order} LIMIT ? OFFSET ?`;
      const rows = this.#db.all(sql, owner, ...values, limit, offset);
      return [...unreadable, ...readIntact(this.#db, rows)];
    }
    const found = await this.#holding(owner, { ...query, metadata }, order);
    const page = found.slice(offset, offset + limit);
    return [...unreadable, ...page.flatMap((id) => this.#find(owner, id) ?? [])];
  }

  async count(owner: string, query: Criteria): Promise<number> {
    const { metadata } = query;
    const unreadable = this.#unreadable(owner, query).length;
    if (metadata !== undefined)
      return unreadable + (await this.#holding(owner, { ...query, metadata }, '')).length;
    const { where, values } = this.#narrowed(owner, query);
    const row = this.#db.get(
      `SELECT count(*) AS n FROM (${SELECT_THREADS}${where})`,
      owner,
      ...values,
    );
    return unreadable + integer(row ?? {}, 'n');
  }

  expired(now: Date): Promise<Pick<ThreadRow, 'threadId' | 'owner'>[]> {
    const rows = this.#db.all(
      `SELECT * FROM thread WHERE ttl_ms IS NOT NULL AND updated_at + ttl_ms <= ?
         AND NOT EXISTS (
           SELECT 1 FROM run WHERE run.owner = thread.owner AND run.thread = thread.id
             AND run.status IN ('pending', 'running')
         )`,
      now.getTime(),
    );
    // A time to live that only damage made erases nothing.
    const intact = rows.filter((row) => this.#db.damage.isIntact('thread', row));
    return Promise.resolve(
      intact.map((row) => ({ threadId: text(row, 'id'), owner: text(row, 'owner') })),
    );
  }

  async setStatus(
    owner: string,
    threadId: string,
    status: Exclude<ThreadStatus, 'busy'>,
  ): Promise<void> {
    const changed = await this.#db.write(() =>
      this.#db.run(
        'UPDATE thread SET status = ?, updated_at = ? WHERE owner = ? AND id = ?',
        status,
        Date.now(),
        owner,
        threadId,
      ),
    );
    if (changed === 0) throw noThread(threadId);
  }

  #find(owner: string, threadId: string): ThreadRow | undefined {
    const rows = this.#db.all(`${SELECT_THREADS} AND id = ?`, owner, threadId);
    const threads = [...readIntact(this.#db, rows), ...unreadableThreads(this.#db, owner)];
    return threads.find((thread) => thread.threadId === threadId);
  }

  /** Ids of the threads that hold the metadata looked for, read a few at a time. */
  async #holding(
    owner: string,
    query: Criteria & { readonly metadata: JsonObject },
    order: string,
  ): Promise<string[]> {
    const { where, values } = this.#narrowed(owner, query);
    const sql = `SELECT id FROM (${SELECT_THREADS}${where}${order})`;
    const ids = this.#db.all(sql, owner, ...values).map((row) => text(row, 'id'));
    const found: string[] = [];
    for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
      if (start > 0) await setImmediate();
      for (const id of ids.slice(start, start + READ_AT_ONCE)) {
        const row = this.#db.get('SELECT * FROM thread WHERE owner = ? AND id = ?', owner, id);
        if (!row || !this.#db.damage.isIntact('thread', row)) continue;
        if (contains(jsonObject(row, 'metadata'), query.metadata)) found.push(id);
      }
    }
    return found;
  }
  /** What SQL decides of a query. Threads whose row cannot be read are not among what it finds. */
  #narrowed(owner: string, query: Criteria): { where: string; values: SQLInputValue[] } {
    const { damage } = this.#db;
    let where = '';
    const values: SQLInputValue[] = [];
    const add = (sql: string, value: SQLInputValue) => {
      where += ` AND ${sql}`;
      values.push(value);
    };
    const unreadable = damage.unreadableThreadsOf(owner);
    if (unreadable.length > 0) add(NOT_AMONG, JSON.stringify(unreadable));
    if (query.status !== undefined) {
      // A damaged thread shows as one that failed, whatever its row says.
      const damaged = JSON.stringify(damage.threadsOf(owner));
      if (query.status === 'error') add(`(shown_status = 'error' OR ${AMONG})`, damaged);
      else {
        add('shown_status = ?', query.status);
        add(NOT_AMONG, damaged);
      }
    }
    if (query.ids !== undefined) add(AMONG, JSON.stringify(query.ids));
    return { where, values };
  }

  /** The threads that cannot be read. What their metadata were is not known, so they match any. */
  #unreadable(owner: string, { ids, status = 'error' }: Criteria): ThreadRow[] {
    return unreadableThreads(this.#db, owner).filter(
      ({ threadId }) => status === 'error' && (ids?.includes(threadId) ?? true),
    );
  }
}

/** Always a whole order, so that pages fit together; as the indexes have it. */
function orderOf({ sortBy = 'created_at', sortOrder }: ThreadQuery): string {
  const columns = new Set([COLUMNS[sortBy], 'created_at', 'id']);
  return [...columns].map((column) => `${column} ${sortOrder === 'asc' ? 'ASC' : 'DESC'}`).join();
}

/** Reads rows of SELECT_THREADS, but for those that are damaged: no row makes a list fail. */
export function readIntact(db: Connection, rows: readonly Row[]): ThreadRow[] {
  const intact = rows.filter((row) => db.damage.isIntact('thread', row));
  return intact.map((row) => readThread(row, db.damage));
}

/** Threads of an owner whose row cannot be read, with what is still known of them. */
export function unreadableThreads({ damage }: Connection, owner: string): ThreadRow[] {
  const unknown = new Date(0);
  return damage.unreadableThreadsOf(owner).map((threadId) => ({
    threadId,
    owner,
    createdAt: unknown,
    updatedAt: unknown,
    metadata: {},
    config: {},
    status: 'error',
    damage: damage.of(owner, threadId),
  }));
}

/** Throws `damaged`. */
function readThread(row: Row, found: Damage): ThreadRow {
  const damage = found.of(text(row, 'owner'), text(row, 'id'));
  const status = damage === undefined ? text(row, 'shown_status') : 'error';
  if (!isThreadStatus(status)) throw new StorageError('damaged', 'A thread has no known status.');
  return {
    damage,
    threadId: text(row, 'id'),
    owner: text(row, 'owner'),
    createdAt: new Date(integer(row, 'created_at')),
    updatedAt: new Date(integer(row, 'updated_at')),
    metadata: jsonObject(row, 'metadata'),
    config: jsonObject(row, 'config'),
    status,
  };
}

function isThreadStatus(value: string): value is ThreadStatus {
  return STATUSES.includes(value);
}

function noThread(threadId: string): StorageError {
  return new StorageError('not-found', `There is no thread ${threadId}.`);
}
