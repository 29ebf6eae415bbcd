import { DatabaseSync } from 'node:sqlite';

import { unpack } from '#server/storage/sqlite/packed-text';
import { APPLICATION_ID, MIGRATIONS } from '#server/storage/sqlite/schema';
import { StorageError } from '#server/storage/storage-error';

/** Columns whose texts may be deflated. */
const PACKED = [
  ['node', 'body'],
  ['run', 'request'],
] as const;

/** What a copy of the database holds. */
export interface Contents {
  readonly conversations: number;
  readonly items: number;
}

/**
 * Reads every page of a copy of the database and every deflated text in it, and checks that it is
 * whole, ours, and of a version that this one knows. Throws StorageError `damaged` or `newer-schema`.
 */
export function verifyCopy(file: string): Contents {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return verify(database, file);
    } finally {
      database.close();
    }
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    throw new StorageError('damaged', `${file} is no whole database: it cannot be read.`, {
      cause,
    });
  }
}

function verify(database: DatabaseSync, file: string): Contents {
  const value = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];
  if (value('PRAGMA application_id') !== APPLICATION_ID)
    throw new StorageError('damaged', `${file} is no Throughline database.`);
  const version = Number(value('PRAGMA user_version'));
  if (version > MIGRATIONS.length)
    throw new StorageError(
      'newer-schema',
      `${file} was written by a newer version (schema ${version}, this one knows ${MIGRATIONS.length}). Use that version.`,
    );
  const finding = value('PRAGMA integrity_check(1)');
  if (version < 1 || finding !== 'ok' || value('PRAGMA foreign_key_check') !== undefined)
    throw new StorageError('damaged', `${file} is damaged (${String(finding)}).`);
  for (const [table, column] of PACKED) inflateAll(database, table, column);
  return {
    conversations: Number(value('SELECT count(*) FROM thread')),
    items: Number(value('SELECT count(*) FROM item')),
  };
}

/** Throws `damaged` when a text does not inflate: SQLite's own check does not look into rows. */
function inflateAll(database: DatabaseSync, table: string, column: string): void {
  const rows = database.prepare(`SELECT ${column} FROM ${table} WHERE typeof(${column}) = 'blob'`);
  for (const row of rows.iterate()) unpack(row, column);
}
