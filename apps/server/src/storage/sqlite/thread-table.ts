import type { SQLInputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';

import { StorageError } from '../storage-error.ts';
import type {
  JsonObject,
  NewThread,
  ThreadQuery,
  ThreadRow,
  ThreadStatus,
  ThreadTable,
} from '../storage.ts';
import type { Database } from './database.ts';
import { contains, jsonObject } from './json-column.ts';
import { integer, text, type Row } from './row.ts';

/** Erases a thread's checkpoints, writes and nodes; called inside a transaction. */
export type EraseHistory = (thread: Pick<ThreadRow, 'owner' | 'threadId'>) => void;

const STATUSES: readonly string[] = ['idle', 'busy', 'interrupted', 'error'];

/** The threads of one owner with their status, which is `busy` as long as a run is open. */
export const SELECT_THREADS = `SELECT * FROM (
  SELECT id, owner, created_at, updated_at, active_at, metadata, config, CASE WHEN EXISTS (
    SELECT 1 FROM run WHERE run.owner = thread.owner AND run.thread = thread.id
      AND run.status IN ('pending', 'running')
  ) THEN 'busy' ELSE status END AS status FROM thread
) WHERE owner = ?`;

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
    return Promise.resolve(this.#find(owner, threadId));
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
      const gone = this.#db.run('DELETE FROM thread WHERE owner = ? AND id = ?', owner, threadId);
      if (gone > 0) this.#eraseHistory({ owner, threadId });
      return gone > 0;
    });
  }

  async search(owner: string, query: ThreadQuery): Promise<ThreadRow[]> {
    const order = ` ORDER BY ${orderOf(query)}`;
    const { metadata, limit, offset } = query;
    if (metadata === undefined) {
      const { where, values } = narrowed(query);
      const sql = `${SELECT_THREADS}${where}${order} LIMIT ? OFFSET ?`;
      return this.#db.all(sql, owner, ...values, limit, offset).map(readThread);
    }
    const found = await this.#holding(owner, { ...query, metadata }, order);
    return found.slice(offset, offset + limit).flatMap((id) => this.#find(owner, id) ?? []);
  }

  async count(owner: string, query: Criteria): Promise<number> {
    const { metadata } = query;
    if (metadata !== undefined)
      return (await this.#holding(owner, { ...query, metadata }, '')).length;
    const { where, values } = narrowed(query);
    const row = this.#db.get(
      `SELECT count(*) AS n FROM (${SELECT_THREADS}${where})`,
      owner,
      ...values,
    );
    return integer(row ?? {}, 'n');
  }

  expired(now: Date): Promise<Pick<ThreadRow, 'threadId' | 'owner'>[]> {
    const rows = this.#db.all(
      `SELECT id, owner FROM thread WHERE ttl_ms IS NOT NULL AND updated_at + ttl_ms <= ?
         AND NOT EXISTS (
           SELECT 1 FROM run WHERE run.owner = thread.owner AND run.thread = thread.id
             AND run.status IN ('pending', 'running')
         )`,
      now.getTime(),
    );
    return Promise.resolve(
      rows.map((row) => ({ threadId: text(row, 'id'), owner: text(row, 'owner') })),
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
    const row = this.#db.get(`${SELECT_THREADS} AND id = ?`, owner, threadId);
    return row && readThread(row);
  }

  /** Ids of the threads that hold the metadata looked for, read a few at a time. */
  async #holding(
    owner: string,
    query: Criteria & { readonly metadata: JsonObject },
    order: string,
  ): Promise<string[]> {
    const { where, values } = narrowed(query);
    const sql = `SELECT id FROM (${SELECT_THREADS}${where}${order})`;
    const ids = this.#db.all(sql, owner, ...values).map((row) => text(row, 'id'));
    const found: string[] = [];
    for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
      if (start > 0) await setImmediate();
      for (const id of ids.slice(start, start + READ_AT_ONCE)) {
        const row = this.#db.get(
          'SELECT metadata FROM thread WHERE owner = ? AND id = ?',
          owner,
          id,
        );
        if (row && contains(jsonObject(row, 'metadata'), query.metadata)) found.push(id);
      }
    }
    return found;
  }
}

/** Always a whole order, so that pages fit together; as the indexes have it. */
function orderOf({ sortBy = 'created_at', sortOrder }: ThreadQuery): string {
  const columns = new Set([sortBy === 'thread_id' ? 'id' : sortBy, 'created_at', 'id']);
  return [...columns].map((column) => `${column} ${sortOrder === 'asc' ? 'ASC' : 'DESC'}`).join();
}

/** What SQL decides of a query. */
function narrowed(query: Criteria): { where: string; values: SQLInputValue[] } {
  let where = '';
  const values: SQLInputValue[] = [];
  if (query.status !== undefined) {
    where += ' AND status = ?';
    values.push(query.status);
  }
  if (query.ids !== undefined) {
    where += ' AND id IN (SELECT value FROM json_each(?))';
    values.push(JSON.stringify(query.ids));
  }
  return { where, values };
}

/** Reads a row of SELECT_THREADS. Throws `damaged`. */
export function readThread(row: Row): ThreadRow {
  const status = text(row, 'status');
  if (!isThreadStatus(status)) throw new StorageError('damaged', 'A thread has no known status.');
  return {
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
