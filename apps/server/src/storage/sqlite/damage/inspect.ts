import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

import { defineSums, intact, summedTables } from './summed-table.ts';
import type { DamagedRow } from './whereabouts.ts';

/** What an inspection of a whole database found. */
export interface Inspection {
  /** What is wrong with the file itself, so that nothing in it can be relied on. */
  readonly broken: string | undefined;
  /** Indexes that are not in step with their table. */
  readonly badIndexes: ReadonlySet<string>;
  /** Tables of which an index does not lead to its rows; it can be made anew from them. */
  readonly tablesToIndex: ReadonlySet<string>;
  /** Rows that do not read as they were written. */
  readonly rows: readonly DamagedRow[];
  /** Whether the search index is damaged, which is derived from the rest and named by no row. */
  readonly searchIndexDamaged: boolean;
}

export const NOTHING_FOUND: Inspection = {
  broken: undefined,
  badIndexes: new Set(),
  tablesToIndex: new Set(),
  rows: [],
  searchIndexDamaged: false,
};

/**
 * The part of the file's header that stays: page size, write and read version (2 since the file was
 * first opened for writing, 1 in a new one and in a backup), reserved bytes, fractions.
 */
const HEADER_START = 16;
const HEADERS = ['1000020200402020', '1000010100402020'];
const HEADER_LENGTH = 8;

/** Most findings of SQLite that are looked at. */
const MAX_FINDINGS = 1000;

const INDEX_FINDINGS = [
  /^row \d+ missing from index (\S+)$/,
  /^row \d+ values differ from index (\S+)$/,
  /^rowid not at end-of-record for row \d+ of index (\S+)$/,
  /^wrong # of entries in index (\S+)$/,
  /^non-unique entry in index (\S+)$/,
];
/** Of tables of the search index. */
const SEARCH_FINDING =
  /^row not in PRIMARY KEY order for search_|^.* (?:from|in|of) index (?:search_|sqlite_autoindex_search_)/;
/** Of values that no row of ours can have. Its checksum tells the same. */
const ROW_FINDING = /^(NULL|NUMERIC|TEXT|BLOB|non-\S+) value in /;

/** What is wrong with the first bytes of the file, which SQLite takes as they are. */
export function headerProblem(path: string): string | undefined {
  const bytes = Buffer.alloc(HEADER_LENGTH);
  const file = openSync(path, 'r');
  readSync(file, bytes, 0, HEADER_LENGTH, HEADER_START);
  closeSync(file);
  if (HEADERS.includes(bytes.toString('hex'))) return undefined;
  return 'its header is not as it was written';
}

/** Reads the whole of a database that should have the given schema, and changes nothing. */
export function inspect(db: DatabaseSync, schema: string): Inspection {
  const findings = db
    .prepare(`PRAGMA integrity_check(${MAX_FINDINGS})`)
    .all()
    .map((row) => String(row['integrity_check']));
  const searchFindings = findings.filter((finding) => SEARCH_FINDING.test(finding));
  const others = findings.filter((each) => each !== 'ok' && !SEARCH_FINDING.test(each));
  const badIndexes = new Set(others.flatMap(indexIn));
  const broken =
    others.find((each) => !ROW_FINDING.test(each) && indexIn(each).length === 0) ??
    schemaProblem(db, schema);
  if (broken !== undefined) return { ...NOTHING_FOUND, broken };
  const [searchRows, rows] = partition(damagedRows(db), isOfSearchIndex);
  return {
    broken,
    badIndexes,
    tablesToIndex: tablesToIndex(db, badIndexes, rows),
    rows,
    searchIndexDamaged: searchFindings.length > 0 || searchRows.length > 0,
  };
}

function isOfSearchIndex({ table }: DamagedRow): boolean {
  return table.startsWith('search_');
}

function partition<T>(items: readonly T[], holds: (item: T) => boolean): [T[], T[]] {
  return [items.filter(holds), items.filter((item) => !holds(item))];
}

function indexIn(finding: string): string[] {
  return INDEX_FINDINGS.flatMap((pattern) => pattern.exec(finding)?.[1] ?? []);
}

function schemaProblem(db: DatabaseSync, schema: string): string | undefined {
  const { encoding } = db.prepare('PRAGMA encoding').get() ?? {};
  return encoding === 'UTF-8' && schemaOf(db) === schema
    ? undefined
    : 'its tables are not those of its version';
}

/** The tables, indexes and triggers that a database has. */
export function schemaOf(db: DatabaseSync): string {
  const rows = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all();
  return rows
    .map((row) => JSON.stringify(Object.values(row)))
    .sort()
    .join('\n');
}

/** Rows whose checksum is not that of their values. */
export function damagedRows(db: DatabaseSync): DamagedRow[] {
  defineSums(db);
  return summedTables(db).flatMap((table) => {
    const { name, key } = table;
    const wrong = db.prepare(
      `SELECT ${key.join(', ')} FROM ${name} NOT INDEXED WHERE NOT ${intact(table)}`,
    );
    wrong.setReadBigInts(true);
    return wrong.all().map((row) => ({ table: name, key: key.map((each) => row[each] ?? null) }));
  });
}

/**
 * Of the tables that SQLite finds an index not in step with, those whose index is at fault. Where a
 * row is damaged, the index beside it is what still knows its key, as long as it leads to the row.
 */
function tablesToIndex(
  db: DatabaseSync,
  indexes: ReadonlySet<string>,
  rows: readonly DamagedRow[],
): Set<string> {
  const tables = new Set<string>();
  for (const index of indexes) {
    const found = db.prepare('SELECT tbl_name FROM sqlite_schema WHERE name = ?').get(index);
    const table = String(found?.['tbl_name']);
    const damaged = rows.filter((row) => row.table === table);
    if (damaged.every((row) => !leadsTo(db, index, row))) tables.add(table);
  }
  return tables;
}

/** Whether an index has an entry that leads to a row. */
function leadsTo(db: DatabaseSync, index: string, { table, key }: DamagedRow): boolean {
  const [keyColumn, ...more] = summedTables(db).find(({ name }) => name === table)?.key ?? [];
  if (keyColumn === undefined || more.length > 0) return true;
  const sql = `SELECT 1 FROM ${table} INDEXED BY ${index} WHERE +${keyColumn} = ?`;
  return db.prepare(sql).get(...key) !== undefined;
}
