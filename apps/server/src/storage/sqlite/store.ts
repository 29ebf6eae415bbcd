import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type MatchCondition,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint';
import { serialize } from '../serializer.ts';
import { compileFilter } from '../store-filter.ts';
import { checkPage, type Page } from '../store-page.ts';
import {
  checkKey,
  checkNamespace,
  commonStart,
  compareNamespaces,
  invalid,
  meets,
} from '../store-namespace.ts';
import type { RunAttempt } from '../storage.ts';
import type { Database } from './database.ts';
import { checkFence } from './fence.ts';
import { namespaceOf, under, valueOf } from './item-row.ts';
import { integer, integerOrUndefined, type Row, text } from './row.ts';

/** A put with a time to live: the item is gone that many milliseconds after its last use. */
export interface ExpiringPut extends PutOperation {
  readonly ttlMs?: number;
}

/** A read that says whether it counts as a use of items with a time to live; it does by default. */
export interface RefreshingRead {
  readonly refreshTtl?: boolean;
}

const DEFAULT_LIMIT = 10;
const LIVE = '(expires_at IS NULL OR expires_at > ?)';

/**
 * The cross-thread store in SQLite.
 *
 * A batch is one transaction: its operations take effect in their order, each sees those before it,
 * and when one fails none is kept. Values are encoded when `batch` is called and decoded afresh for
 * each reader. Items come in the order in which they were first put.
 *
 * With a run attempt, every write is refused (`fenced`) once that attempt has lost its run: what a
 * stopped run has not written by then it does not write any more.
 *
 * Throws `invalid` and `unserializable`.
 */
export class SqliteStore extends BaseStore {
  readonly #db: Database;
  readonly #now: () => number;

  readonly #attempt: RunAttempt | undefined;

  /** `now` gives the time in milliseconds. */
  constructor(db: Database, now: () => number = Date.now, attempt?: RunAttempt) {
    super();
    this.#db = db;
    this.#now = now;
    this.#attempt = attempt;
  }

  /** The same items as a run attempt may write them. */
  fenced(attempt: RunAttempt): SqliteStore {
    return new SqliteStore(this.#db, this.#now, attempt);
  }

  override batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    return Promise.try(() => {
      const steps = operations.map((operation) => this.#step(operation));
      const run = () => steps.map(({ apply }) => apply()) as OperationResults<Op>;
      const effect = Math.max(0, ...steps.map((step) => step.effect));
      if (effect === READS) return run();
      const write = () => {
        checkFence(this.#db, this.#attempt);
        return run();
      };
      return effect === WRITES ? this.#db.write(write) : this.#db.erase(write);
    });
  }

  // The base class would check namespaces too, with an error type of its own.

  override get(namespace: string[], key: string): Promise<Item | null> {
    return this.#one({ namespace, key } satisfies GetOperation) as Promise<Item | null>;
  }

  override put(
    namespace: string[],
    key: string,
    value: Record<string, unknown>,
    index?: false | string[],
  ): Promise<void> {
    const operation: PutOperation = {
      namespace,
      key,
      value,
      ...(index !== undefined && { index }),
    };
    return this.#one(operation) as Promise<void>;
  }

  override delete(namespace: string[], key: string): Promise<void> {
    const operation: PutOperation = { namespace, key, value: null };
    return this.#one(operation) as Promise<void>;
  }

  override search(
    namespacePrefix: string[],
    options: Omit<SearchOperation, 'namespacePrefix'> = {},
  ): Promise<SearchItem[]> {
    const operation: SearchOperation = { ...options, namespacePrefix };
    return this.#one(operation) as Promise<SearchItem[]>;
  }

  override listNamespaces(
    options: Parameters<BaseStore['listNamespaces']>[0] = {},
  ): Promise<string[][]> {
    const { prefix, suffix, maxDepth, limit = 100, offset = 0 } = options;
    const matchConditions: MatchCondition[] = [];
    if (prefix) matchConditions.push({ matchType: 'prefix', path: prefix });
    if (suffix) matchConditions.push({ matchType: 'suffix', path: suffix });
    const operation: ListNamespacesOperation = { matchConditions, limit, offset };
    if (maxDepth !== undefined) operation.maxDepth = maxDepth;
    return this.#one(operation) as Promise<string[][]>;
  }

  async #one(operation: Operation): Promise<unknown> {
    const [result] = await this.batch([operation]);
    return result;
  }

  /** How many items are stored in this namespace and below it; only the index is read. */
  count(prefix: readonly string[]): number {
    const [condition, ...bounds] = under(prefix);
    const row = this.#db.get(`SELECT count(*) AS n FROM item WHERE ${condition}`, ...bounds);
    return integer(row ?? {}, 'n');
  }

  /** Erases what has expired; until then it is on disk, though no one can read it. How many items. */
  sweepExpired(): Promise<number> {
    const now = this.#now();
    if (!this.#db.get('SELECT 1 FROM item WHERE expires_at <= ? LIMIT 1', now))
      return Promise.resolve(0);
    return this.#db.erase(() => {
      const over = this.#intact(this.#db.all('SELECT * FROM item WHERE expires_at <= ?', now));
      for (const row of over) this.#db.run('DELETE FROM item WHERE seq = ?', integer(row, 'seq'));
      return over.length;
    });
  }

  /** Checks an operation and encodes what it stores. The order of the tests tells the kinds apart. */
  #step(operation: Operation): Step {
    if ('namespacePrefix' in operation) return this.#search(operation);
    if ('value' in operation) return this.#put(operation);
    if ('key' in operation) return this.#get(operation);
    return this.#listNamespaces(operation);
  }

  #get(operation: GetOperation & RefreshingRead): Step {
    const { namespace, key, refreshTtl = true } = operation;
    checkNamespace(namespace);
    checkKey(key);
    const path = JSON.stringify(namespace);
    const find = () => {
      const row = this.#db.get('SELECT * FROM item WHERE namespace = ? AND key = ?', path, key);
      if (!row) return undefined;
      // Checked first: an item is not over because its time was damaged.
      const until = integerOrUndefined(this.#db.damage.verified('item', row), 'expires_at');
      return until === undefined || until > this.#now() ? row : undefined;
    };
    const apply = () => {
      const row = find();
      return row ? this.#used(row, refreshTtl) : null;
    };
    return { apply, effect: refreshTtl && find()?.['ttl_ms'] != null ? WRITES : READS };
  }

  #put(operation: ExpiringPut): Step {
    const { namespace, key, value, ttlMs } = operation;
    checkNamespace(namespace);
    checkKey(key);
    const path = JSON.stringify(namespace);
    if (value === null)
      return {
        apply: () => {
          this.#db.run('DELETE FROM item WHERE namespace = ? AND key = ?', path, key);
        },
        effect: ERASES,
      };
    if (namespace.length === 0) throw invalid('An item needs a namespace.');
    if (namespace[0] === 'langgraph')
      throw invalid('Namespaces that begin with "langgraph" are the library\'s own.');
    if (typeof value !== 'object' || Array.isArray(value))
      throw invalid('An item holds an object.');
    if (ttlMs !== undefined && !(ttlMs > 0)) throw invalid('A time to live is more than 0.');
    const stored = serialize(value);
    return { apply: () => this.#write(path, key, stored, ttlMs), effect: WRITES };
  }

  #write(path: string, key: string, stored: string, ttlMs: number | undefined): void {
    const now = this.#now();
    // What has expired is not there: the new item begins anew.
    this.#db.run(
      'DELETE FROM item WHERE namespace = ? AND key = ? AND expires_at <= ?',
      path,
      key,
      now,
    );
    this.#db.run(
      `INSERT INTO item (namespace, key, value, created_at, updated_at, ttl_ms, expires_at)
       VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?4 + ?5)
       ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value,
         updated_at = max(excluded.updated_at, item.updated_at + 1),
         ttl_ms = excluded.ttl_ms, expires_at = excluded.expires_at`,
      path,
      key,
      stored,
      now,
      ttlMs ?? null,
    );
  }

  #search(operation: SearchOperation & RefreshingRead): Step {
    const { namespacePrefix, filter, limit, offset, refreshTtl = true } = operation;
    checkNamespace(namespacePrefix);
    const page = checkPage(limit ?? DEFAULT_LIMIT, offset);
    const passes = filter && compileFilter(filter);
    const find = () => this.#find(namespacePrefix, passes, page);
    const apply = () => find().map((row) => this.#used(row, refreshTtl));
    const expiring = () => find().some((row) => row['ttl_ms'] !== null);
    return {
      apply,
      effect: refreshTtl && this.#mayExpire(namespacePrefix) && expiring() ? WRITES : READS,
    };
  }

  #find(
    prefix: readonly string[],
    passes: ((value: Record<string, unknown>) => boolean) | undefined,
    { limit, offset }: Page,
  ): Row[] {
    const [condition, ...bounds] = under(prefix);
    const sql = `SELECT * FROM item WHERE ${condition} AND ${LIVE} ORDER BY seq LIMIT ? OFFSET ?`;
    const values = [...bounds, this.#now()];
    if (!passes) return this.#intact(this.#db.all(sql, ...values, limit, offset));
    return this.#intact(this.#db.all(sql, ...values, -1, 0))
      .filter((row) => passes(valueOf(row)))
      .slice(offset, offset + limit);
  }

  #listNamespaces(operation: ListNamespacesOperation): Step {
    const { matchConditions = [], maxDepth, limit, offset } = operation;
    for (const { matchType, path } of matchConditions) {
      checkNamespace(path);
      if (!['prefix', 'suffix'].includes(matchType))
        throw invalid(`Namespaces match by prefix or suffix, not by ${matchType}.`);
    }
    if (maxDepth !== undefined && !(Number.isInteger(maxDepth) && maxDepth > 0))
      throw invalid('A depth of namespaces is a whole number above 0.');
    const page = checkPage(limit, offset);
    const [where, ...bounds] = under(commonStart(matchConditions));
    const apply = () => {
      const found = this.#db
        .all(
          `SELECT DISTINCT namespace FROM item
           WHERE ${where} AND ${LIVE} AND ${this.#db.damage.intact('item')}`,
          ...bounds,
          this.#now(),
        )
        .map(namespaceOf)
        .filter((namespace) => meets(namespace, matchConditions))
        .map((namespace) => JSON.stringify(namespace.slice(0, maxDepth)));
      return [...new Set(found)]
        .map((path) => JSON.parse(path) as string[])
        .sort(compareNamespaces)
        .slice(page.offset, page.offset + page.limit);
    };
    return { apply, effect: READS };
  }

  /** Rows without those that are damaged, which are noted: one makes no list fail. */
  #intact(rows: readonly Row[]): Row[] {
    return rows.filter((row) => this.#db.damage.isIntact('item', row));
  }

  #mayExpire(prefix: readonly string[]): boolean {
    const [condition, ...bounds] = under(prefix);
    const sql = `SELECT 1 FROM item WHERE ttl_ms IS NOT NULL AND ${condition} LIMIT 1`;
    return this.#db.get(sql, ...bounds) !== undefined;
  }

  /** The item of a row, its time to live begun anew where it has one. */
  #used(row: Row, refreshTtl: boolean): Item {
    if (refreshTtl && row['ttl_ms'] !== null)
      this.#db.run(
        'UPDATE item SET expires_at = ? + ttl_ms WHERE seq = ?',
        this.#now(),
        integer(row, 'seq'),
      );
    return {
      namespace: namespaceOf(row),
      key: text(row, 'key'),
      value: valueOf(row),
      createdAt: new Date(integer(row, 'created_at')),
      updatedAt: new Date(integer(row, 'updated_at')),
    };
  }
}

/** What an operation needs: nothing, a transaction, or one after which nothing is left to be found. */
const READS = 0;
const WRITES = 1;
const ERASES = 2;

interface Step {
  readonly apply: () => unknown;
  readonly effect: typeof READS | typeof WRITES | typeof ERASES;
}
