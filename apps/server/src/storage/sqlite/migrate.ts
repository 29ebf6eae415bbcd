import type { DatabaseSync } from 'node:sqlite';

import { damagedRows } from './damage/inspect.ts';
import { makeSums, summedTables } from './damage/summed-table.ts';
import type { DamagedRow } from './damage/whereabouts.ts';
import { StorageError } from '../storage-error.ts';
import { integer } from './row.ts';
import { MIGRATIONS } from './schema.ts';

/** The schema version of a database. */
export function versionOf(db: DatabaseSync): number {
  return integer(db.prepare('PRAGMA user_version').get() ?? {}, 'user_version');
}

/**
 * Brings a database to the newest version, each step in a transaction of its own. References are not
 * enforced meanwhile: a table that is made anew under its name would take along what refers to it. They
 * are checked before anything is committed. Rows that a step made or changed get their checksums; rows
 * that were damaged before stay so.
 */
export function migrate(db: DatabaseSync): void {
  let version = versionOf(db);
  db.exec('PRAGMA foreign_keys = OFF');
  const steps = MIGRATIONS.slice(version);
  for (const step of steps) {
    version += 1;
    db.exec('BEGIN IMMEDIATE');
    try {
      const damaged = new Set(damagedRows(db).map(nameOf));
      if (typeof step === 'string') db.exec(step);
      else step(db);
      if (damaged.size === 0 && db.prepare('PRAGMA foreign_key_check').get())
        throw new StorageError('damaged', `Rows without their owner at schema version ${version}.`);
      for (const table of summedTables(db))
        makeSums(db, table, (key) => damaged.has(nameOf({ table: table.name, key })));
      db.exec(`PRAGMA user_version = ${version}`);
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  }
  db.exec('PRAGMA foreign_keys = ON');
  // What a step has erased is in the log still.
  if (steps.length > 0) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

function nameOf({ table, key }: DamagedRow): string {
  return [table, ...key.map(String)].join(' ');
}
