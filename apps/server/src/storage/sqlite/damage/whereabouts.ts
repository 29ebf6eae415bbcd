import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

import { EVENTS_OF } from '../../thread-events.ts';
import type { Row } from './row-sum.ts';

/** A row that does not read as it was written. */
export interface DamagedRow {
  readonly table: string;
  readonly key: readonly SQLOutputValue[];
}

/** The conversations that a row belongs to, as far as that can still be told. */
export interface Place {
  readonly owner: string;
  readonly thread: string;
}

/**
 * What a row says of the history or run that it hangs on, and what an index says of that row: where
 * one of the two is damaged, the other is not.
 */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  node: [
    'SELECT history FROM node NOT INDEXED WHERE id = ?',
    'SELECT history FROM node INDEXED BY node_by_history WHERE +id = ?',
  ],
  checkpoint: [
    'SELECT history FROM checkpoint NOT INDEXED WHERE seq = ?',
    'SELECT history FROM checkpoint INDEXED BY checkpoint_by_newest WHERE +seq = ?',
  ],
  write: [
    'SELECT history FROM write NOT INDEXED WHERE seq = ?',
    'SELECT history FROM write INDEXED BY write_by_task WHERE +seq = ?',
  ],
  event: ['SELECT seq FROM run JOIN event ON event.run = run.id WHERE run = ? AND event.id = ?'],
};

/** The same of what names its thread. */
const NAMING = {
  history: [
    'SELECT owner, thread FROM history NOT INDEXED WHERE id = ?',
    'SELECT owner, thread FROM history INDEXED BY sqlite_autoindex_history_1 WHERE +id = ?',
  ],
  run: [
    'SELECT owner, thread FROM run NOT INDEXED WHERE seq = ?',
    'SELECT owner, thread FROM run INDEXED BY run_by_thread WHERE +seq = ?',
  ],
} as const;

/** Names the conversations that a damaged row belongs to; none where that cannot be told. */
export function placesOf(db: DatabaseSync, { table, key }: DamagedRow): Place[] {
  if (table === 'thread') return damagedThreads(db, key);
  const [id] = key;
  const named =
    table === 'history' || table === 'run'
      ? NAMING[table].flatMap((sql) => rows(db, sql, [id ?? null]))
      : (PARENTS[table] ?? [])
          .flatMap((sql) => rows(db, sql, key))
          .flatMap((row) => Object.values(row))
          .flatMap((parent) =>
            NAMING[table === 'event' ? 'run' : 'history'].flatMap((sql) => rows(db, sql, [parent])),
          );
  const places = new Map<string, Place>();
  for (const { owner, thread } of named) {
    const name = String(thread).replace(EVENTS_OF, '');
    for (const place of threadsNamed(db, String(owner), name))
      places.set(`${place.owner} ${place.thread}`, place);
  }
  return [...places.values()];
}

/** A row of `thread` that is damaged: its own key may be, and then an index has the right one. */
function damagedThreads(db: DatabaseSync, key: readonly SQLOutputValue[]): Place[] {
  const index = 'INDEXED BY thread_by_creation';
  const own = threadsBy(db, `${index} WHERE +owner = ? AND +id = ?`, key);
  if (own.length > 0) return own;
  return threadsBy(
    db,
    `${index} WHERE NOT EXISTS (
       SELECT 1 FROM thread AS row WHERE row.owner = thread.owner AND row.id = thread.id
     )`,
    [],
  );
}

/** The thread of that owner and id, else the only one of that id. */
function threadsNamed(db: DatabaseSync, owner: string, id: string): Place[] {
  const exact = threadsBy(db, 'WHERE owner = ? AND id = ?', [owner, id]);
  if (exact.length > 0) return exact;
  const others = threadsBy(db, 'WHERE id = ?', [id]);
  return others.length === 1 ? others : [];
}

function threadsBy(db: DatabaseSync, condition: string, bound: readonly SQLOutputValue[]): Place[] {
  return rows(db, `SELECT owner, id FROM thread ${condition}`, bound).map(({ owner, id }) => ({
    owner: String(owner),
    thread: String(id),
  }));
}

function rows(db: DatabaseSync, sql: string, bound: readonly SQLOutputValue[]): Row[] {
  const statement = db.prepare(sql);
  // A damaged number may be larger than JavaScript's.
  statement.setReadBigInts(true);
  return statement.all(...bound);
}
