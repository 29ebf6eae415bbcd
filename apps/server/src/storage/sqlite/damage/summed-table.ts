import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

import { StorageError } from '../../storage-error.ts';
import { isSumOf, type Row, rowSum, SUM } from './row-sum.ts';

/** A table whose rows carry a checksum over all their other columns. */
export interface SummedTable {
  readonly name: string;
  /** Every column but the checksum, in the order in which it takes them. */
  readonly columns: readonly string[];
  /** Columns that say which row it is. */
  readonly key: readonly string[];
}

/** SQL function that makes a checksum, and the one that throws unless a row has its own. */
const MAKE = 'row_sum';
const CHECK = 'check_row';

/** Every table of a database that has a column for checksums: that column is all it takes. */
export function summedTables(db: DatabaseSync): SummedTable[] {
  const tables = db
    .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'`)
    .all();
  return tables.flatMap(({ name }): SummedTable[] => {
    const columns = db
      .prepare('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid')
      .all(String(name));
    if (!columns.some((column) => column['name'] === SUM)) return [];
    const names = columns.map((column) => String(column['name']));
    const key = columns.filter((column) => column['pk'] !== 0);
    return [
      {
        name: String(name),
        columns: names.filter((column) => column !== SUM),
        key: key.map((column) => String(column['name'])),
      },
    ];
  });
}

/** Makes the functions known that statements about checksums call. */
export function defineSums(db: DatabaseSync): void {
  // Large integers, which only damage can make, must not throw here.
  const options = { varargs: true, useBigIntArguments: true };
  db.function(MAKE, { ...options, deterministic: true }, (...values) => rowSum(values));
  db.function(CHECK, options, (table, sum, ...values) => {
    if (isSumOf(sum, values)) return 1;
    throw new StorageError(
      'damaged',
      `A row of the table ${String(table)} is damaged, so it is not changed.`,
    );
  });
}

/** The condition for a row to have the checksum that its values make. */
export function intact({ name, columns }: SummedTable): string {
  return `(${MAKE}(${columns.map((column) => `${name}.${column}`).join(', ')}) = ${name}.${SUM})`;
}

/** Whether a row as read, with all its columns, has the checksum that its values make. */
export function isIntact({ columns }: SummedTable, row: Row): boolean {
  return isSumOf(row[SUM], valuesOf(columns, row));
}

/** Gives each row that has a wrong checksum its own, but for those for which `except` says so. */
export function makeSums(
  db: DatabaseSync,
  table: SummedTable,
  except: (key: readonly SQLOutputValue[]) => boolean,
): void {
  const { name, columns, key } = table;
  const wrong = db.prepare(`SELECT ${key.join(', ')} FROM ${name} WHERE NOT ${intact(table)}`);
  const update = db.prepare(
    `UPDATE ${name} SET ${SUM} = ${MAKE}(${columns.join(', ')}) WHERE ${same(key, '?')}`,
  );
  for (const row of wrong.all()) {
    const values = valuesOf(key, row);
    if (!except(values)) update.run(...values);
  }
}

/**
 * Keeps the checksums of a table right whatever this connection writes, and refuses to change a row
 * whose checksum is wrong: that would make damage look like truth. The triggers are the
 * connection's own. None is in the file, so other programs can read it as before.
 */
export function keepSums(db: DatabaseSync, { name, columns, key }: SummedTable): void {
  const all = (row: 'old' | 'new') => columns.map((column) => `${row}.${column}`).join(', ');
  const make = `UPDATE ${name} SET ${SUM} = ${MAKE}(${all('new')}) WHERE ${same(key, 'new')}`;
  const changed = `UPDATE OF ${columns.join(', ')} ON main.${name}`;
  db.exec(`
    CREATE TEMP TRIGGER sum_added_${name} AFTER INSERT ON main.${name} BEGIN ${make}; END;
    CREATE TEMP TRIGGER sum_checked_${name} BEFORE ${changed} BEGIN
      SELECT ${CHECK}('${name}', old.${SUM}, ${all('old')});
    END;
    CREATE TEMP TRIGGER sum_changed_${name} AFTER ${changed} BEGIN ${make}; END;
  `);
}

function valuesOf(columns: readonly string[], row: Row): SQLOutputValue[] {
  return columns.map((column) => row[column] ?? null);
}

/** The condition for the key of a row to be the given one. */
function same(key: readonly string[], given: '?' | 'new'): string {
  return key.map((column) => `${column} = ${given === '?' ? '?' : `new.${column}`}`).join(' AND ');
}
