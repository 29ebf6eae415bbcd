import { DatabaseSync } from 'node:sqlite';

import { schemaOf } from './damage/inspect.ts';
import { MIGRATIONS } from './schema.ts';

const known = new Map<number, string>();

/** The tables, indexes and triggers that a database of a version has, as one text. */
export function expectedSchema(version: number): string {
  let schema = known.get(version);
  if (schema === undefined) {
    const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
    for (const step of MIGRATIONS.slice(0, version))
      if (typeof step === 'string') db.exec(step);
      else step(db);
    schema = schemaOf(db);
    db.close();
    known.set(version, schema);
  }
  return schema;
}
