import { DatabaseSync } from 'node:sqlite';

import type { DamagedThing } from '../../damage.ts';
import { StorageError } from '../../storage-error.ts';
import { expectedSchema } from '../expected-schema.ts';
import { versionOf } from '../migrate.ts';
import { integer } from '../row.ts';
import { APPLICATION_ID, MIGRATIONS } from '../schema.ts';
import { checkReferences, eventsWithoutNodes } from './check-references.ts';
import { FoundDamage } from '../damage/found-damage.ts';
import { headerProblem, inspect } from '../damage/inspect.ts';
import { summedTables } from '../damage/summed-table.ts';

/** What a check of a whole database came to. */
export interface CheckedDatabase {
  /** Everything that is damaged; empty when all is well. */
  readonly damage: readonly (DamagedThing | string)[];
  readonly threads: number;
  readonly items: number;
}

/** How long the check waits for the database, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Reads all of a database through a connection that cannot write, of one moment, whether or not a
 * server goes on writing. Throws `newer-schema`, and `damaged` for a file that is none of ours.
 */
export function checkDatabase(path: string): CheckedDatabase {
  const header = headerProblem(path);
  if (header !== undefined) return { damage: [`the file: ${header}`], threads: 0, items: 0 };
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    try {
      db.exec('BEGIN');
      return check(db, path);
    } finally {
      db.close();
    }
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    throw new StorageError('damaged', `${path} is no whole database: it cannot be read.`, {
      cause,
    });
  }
}

function check(db: DatabaseSync, path: string): CheckedDatabase {
  const { application_id: id } = db.prepare('PRAGMA application_id').get() ?? {};
  const version = versionOf(db);
  if (id !== APPLICATION_ID || version < 1)
    throw new StorageError('damaged', `${path} is no Throughline database.`);
  if (version > MIGRATIONS.length)
    throw new StorageError(
      'newer-schema',
      `${path} was written by a newer version (schema ${version}, this one knows ${MIGRATIONS.length}). Use that version.`,
    );
  const count = (table: string) =>
    integer(db.prepare(`SELECT count(*) AS n FROM ${table}`).get() ?? {}, 'n');
  const { broken, rows, badIndexes, searchIndexDamaged } = inspect(db, expectedSchema(version));
  if (broken !== undefined) return { damage: [`the file: ${broken}`], threads: 0, items: 0 };
  // A damaged row may belong to nothing because its key is damaged; that is one finding.
  const loose = db
    .prepare('PRAGMA foreign_key_check')
    .all()
    .filter((each) => rows.every(({ table }) => table !== each['table']));
  const wrong = rows.length > 0 || loose.length > 0 ? [] : checkReferences(db);
  if (wrong.length === 0 && loose.length === 0 && version === MIGRATIONS.length)
    wrong.push(...eventsWithoutNodes(db));
  const things: DamagedThing[] = [];
  new FoundDamage(db, summedTables(db), [...rows, ...wrong]).tell((thing) => things.push(thing));
  return {
    damage: [
      ...things,
      ...[...badIndexes].map((index) => `the index ${index}`),
      ...(searchIndexDamaged
        ? ['the search index (the next start empties it to be made anew)']
        : []),
      ...new Set(loose.map((row) => `a row of ${String(row['table'])} that belongs to nothing`)),
    ],
    threads: count('thread'),
    items: count('item'),
  };
}
