import type { DatabaseSync } from 'node:sqlite';

import type { Damage, DamagedThing } from '../../damage.ts';
import { StorageError } from '../../storage-error.ts';
import type { Row } from './row-sum.ts';
import { intact, isIntact, type SummedTable } from './summed-table.ts';
import { type DamagedRow, type Place, placesOf } from './whereabouts.ts';

/** Rows that were found damaged, and the threads they belong to. */
export class FoundDamage implements Damage {
  readonly #db: DatabaseSync;
  readonly #tables: ReadonlyMap<string, SummedTable>;
  readonly #rows = new Map<string, DamagedRow>();
  readonly #things: DamagedThing[] = [];
  readonly #threads = new Map<string, Place & { readonly rows: DamagedRow[] }>();
  readonly #listeners: ((thing: DamagedThing) => void)[] = [];

  constructor(db: DatabaseSync, tables: readonly SummedTable[], rows: readonly DamagedRow[]) {
    this.#db = db;
    this.#tables = new Map(tables.map((table) => [table.name, table]));
    for (const row of rows) this.#note(row);
  }

  of(owner: string, threadId: string): string | undefined {
    const [first] = this.rowsOf(owner, threadId);
    return first && sentence(threadId, first.table);
  }

  tell(told: (thing: DamagedThing) => void): void {
    this.#listeners.push(told);
    for (const thing of this.#things) told(thing);
  }

  /** Ids of an owner's threads that are damaged. */
  threadsOf(owner: string): string[] {
    return this.#of(owner).map(({ thread }) => thread);
  }

  /** Ids of an owner's threads whose own row is damaged. */
  unreadableThreadsOf(owner: string): string[] {
    return this.#of(owner)
      .filter(({ rows }) => rows.some(({ table }) => table === 'thread'))
      .map(({ thread }) => thread);
  }

  /** Columns that say which row of a table it is. */
  keyOf(table: string): readonly string[] {
    return this.#table(table).key;
  }

  /** The damaged rows of a thread. */
  rowsOf(owner: string, thread: string): readonly DamagedRow[] {
    return this.#threads.get(nameOf({ owner, thread }))?.rows ?? [];
  }

  /** Forgets the damage of a thread that is gone. */
  forget(owner: string, thread: string): void {
    for (const row of this.rowsOf(owner, thread)) this.#rows.delete(idOf(row));
    this.#threads.delete(nameOf({ owner, thread }));
  }

  /** The SQL condition for a row of a table to be what was written. */
  intact(table: string): string {
    return intact(this.#table(table));
  }

  /** Whether a row, read with all the columns of its table, is what was written; notes it if not. */
  isIntact(table: string, row: Row): boolean {
    const known = this.#tables.get(table);
    // In a database of an earlier version no table has checksums yet.
    if (known === undefined || isIntact(known, row)) return true;
    this.#note({ table, key: known.key.map((column) => row[column] ?? null) });
    return false;
  }

  /** The row itself. Throws `damaged` unless it is what was written. */
  verified(table: string, row: Row): Row {
    if (this.isIntact(table, row)) return row;
    const key = this.#table(table).key.map((column) => row[column] ?? null);
    throw this.#error({ table, key });
  }

  #error(row: DamagedRow): StorageError {
    const { thread } = [...this.#threads.values()].find(({ rows }) => rows.some(same(row))) ?? {};
    return new StorageError(
      'damaged',
      thread === undefined
        ? `A row of the table "${row.table}" is damaged. Stop the server and restore a backup.`
        : sentence(thread, row.table),
    );
  }

  #note(row: DamagedRow): void {
    if (this.#rows.has(idOf(row))) return;
    this.#rows.set(idOf(row), row);
    const places = placesOf(this.#db, row);
    for (const place of places) {
      const known = this.#threads.get(nameOf(place)) ?? { ...place, rows: [] };
      known.rows.push(row);
      this.#threads.set(nameOf(place), known);
    }
    for (const thing of things(row, places)) {
      this.#things.push(thing);
      for (const told of this.#listeners) told(thing);
    }
  }

  #of(owner: string) {
    return [...this.#threads.values()].filter((thread) => thread.owner === owner);
  }

  #table(name: string): SummedTable {
    const table = this.#tables.get(name);
    if (table === undefined) throw new Error(`rows of ${name} have no checksums`);
    return table;
  }
}

function sentence(threadId: string, table: string): string {
  return `The conversation ${threadId} is damaged on the server's disk (table "${table}"): what was stored of it cannot all be read. Delete the conversation, or stop the server and restore a backup.`;
}

function things(row: DamagedRow, places: readonly Place[]): DamagedThing[] {
  const thing = { table: row.table, key: row.key.map(String).join(' ') };
  if (places.length === 0) return [{ ...thing, thread: undefined }];
  return places.map(({ owner, thread }) => ({ ...thing, thread: { owner, threadId: thread } }));
}

function nameOf({ owner, thread }: Place): string {
  return `${owner} ${thread}`;
}

function idOf({ table, key }: DamagedRow): string {
  return [table, ...key.map(String)].join(' ');
}

function same(row: DamagedRow) {
  return (other: DamagedRow) => idOf(other) === idOf(row);
}
