import type { Connection } from './connection.ts';

/** Rows that hang on a row of another table, by the column that names it. */
const HANGING = [
  ['node', 'history', 'history', 'id'],
  ['checkpoint', 'history', 'history', 'id'],
  ['write', 'history', 'history', 'id'],
  ['event', 'run', 'run', 'id'],
] as const;

/**
 * Removes the damaged rows of a thread, so that the rest can be erased like any thread. Whether there
 * were any. Only inside `write`.
 */
export function eraseDamagedRows(db: Connection, owner: string, threadId: string): boolean {
  const rows = db.damage.rowsOf(owner, threadId);
  if (rows.length === 0) return false;
  // SQLite refuses to remove a row that an index does not know by what the row says of itself.
  for (const table of new Set(rows.map((row) => row.table))) db.run(`REINDEX ${table}`);
  for (const { table, key } of rows) {
    const columns = db.damage.keyOf(table).map((column) => `${column} = ?`);
    db.run(`DELETE FROM ${table} WHERE ${columns.join(' AND ')}`, ...key);
  }
  db.run('DELETE FROM run WHERE owner = ? AND thread = ?', owner, threadId);
  // Where the row that they hung on had another key, they were not taken along.
  for (const [table, column, parent, key] of HANGING)
    db.run(`DELETE FROM ${table} WHERE ${column} NOT IN (SELECT ${key} FROM ${parent})`);
  return true;
}
