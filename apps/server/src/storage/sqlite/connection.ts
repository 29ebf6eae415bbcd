import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { StorageError } from '../storage-error.ts';
import type { FoundDamage } from './damage/found-damage.ts';
import { NodeCache } from './node-cache.ts';
import type { Row } from './row.ts';

interface Call {
  readonly run: () => void;
  readonly done: () => void;
  readonly failed: (reason: unknown) => void;
}

/**
 * One SQLite connection with its prepared statements. Reads outside `write` see committed state.
 *
 * A transaction never outlives one turn of the event loop, so two connections of one process never
 * wait for each other.
 */
export class Connection {
  readonly #db: DatabaseSync;
  readonly #committed: () => void;
  readonly #statements = new Map<string, StatementSync>();
  #queue: Call[] = [];
  #flushed: Promise<void> | undefined;
  /** Checks what is read, and knows what was found to be damaged. */
  readonly damage: FoundDamage;
  /** Nodes that were read; connections on one file share them. */
  readonly nodes: NodeCache;

  /** `committed` is called after each commit. */
  constructor(
    db: DatabaseSync,
    damage: FoundDamage,
    committed: () => void,
    nodes = new NodeCache(),
  ) {
    this.#db = db;
    this.#committed = committed;
    this.damage = damage;
    this.nodes = nodes;
  }

  /** Whether a `write` is going on, so that reads see what is not committed yet. */
  get writing(): boolean {
    return this.#db.isTransaction;
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#attempt(() => this.#statement(sql).get(...values));
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#attempt(() => this.#statement(sql).all(...values));
  }

  /** Runs a statement that changes something; only inside `write`. Replies the number of rows. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#attempt(() => Number(this.#statement(sql).run(...values).changes));
  }

  /**
   * Runs `work` in the one transaction that all calls of this turn of the event loop share, and
   * resolves with its result once that is committed. `work` must be synchronous. When it throws,
   * what it wrote is undone and the promise rejects; the other calls are not affected.
   */
  write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let result: { readonly value: T } | undefined;
      this.#queue.push({
        run: () => {
          result = { value: work() };
        },
        done: () => {
          if (result) resolve(result.value);
        },
        failed: reject,
      });
      this.#flushed ??= this.#flushSoon();
    });
  }

  /** Resolves when everything queued so far is committed or refused. */
  async settled(): Promise<void> {
    while (this.#flushed) await this.#flushed;
  }

  #flushSoon(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(() => {
        const calls = this.#queue;
        this.#queue = [];
        this.#flushed = undefined;
        this.#commit(calls);
        resolve();
      });
    });
  }

  #commit(calls: readonly Call[]): void {
    const kept: Call[] = [];
    try {
      this.#exec('BEGIN IMMEDIATE');
      for (const call of calls) if (this.#savepoint(call)) kept.push(call);
      this.#exec('COMMIT');
      this.#committed();
    } catch (error) {
      if (this.#db.isOpen && this.#db.isTransaction) this.#exec('ROLLBACK');
      for (const call of calls) call.failed(error);
      return;
    }
    for (const call of kept) call.done();
  }

  #savepoint(call: Call): boolean {
    this.#exec('SAVEPOINT call');
    try {
      call.run();
      this.#exec('RELEASE call');
      return true;
    } catch (error) {
      // A full disk or the like ends the whole transaction: nothing of the others is kept either.
      if (!this.#db.isTransaction) throw error;
      this.#exec('ROLLBACK TO call');
      this.#exec('RELEASE call');
      call.failed(error);
      return false;
    }
  }

  #exec(sql: string): void {
    this.#attempt(() => this.#statement(sql).run());
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw asStorageError(error);
    }
  }
}

/** Primary result codes of SQLite that are no fault of the program. */
const BUSY = 5;
const CORRUPT = 11;
const READ_ONLY = 8;
const IO_ERROR = 10;
const FULL = 13;
const NOT_A_DATABASE = 26;

/** Says what a SQLite error means to whoever runs the server; other errors are passed on. */
export function asStorageError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error && error.code === 'ERR_INVALID_STATE')
    return new StorageError('unavailable', 'The storage is closed: the server is stopping.', {
      cause: error,
    });
  // A number that JavaScript cannot hold: none such was ever written.
  if ('code' in error && error.code === 'ERR_OUT_OF_RANGE') return fileDamaged(error);
  if (!('errcode' in error)) return error;
  const code = Number(error.errcode) & 0xff;
  const options = { cause: error };
  if (code === CORRUPT || code === NOT_A_DATABASE) return fileDamaged(error);
  if (code === BUSY)
    return new StorageError('locked', 'Another process holds the database. Stop it.', options);
  if (code === FULL || code === IO_ERROR || code === READ_ONLY)
    return new StorageError(
      'unavailable',
      'The disk refused a write: it is full (or the database has reached DATA_LIMIT_MB), failing or read-only. Nothing of it was kept.',
      options,
    );
  return error;
}

function fileDamaged(cause: Error): StorageError {
  return new StorageError(
    'damaged',
    'The database file is damaged. Stop the server and restore it from a backup.',
    { cause },
  );
}
