import type { Connection } from './connection.ts';
import { deleteNode, references, referencesOf } from './node-table.ts';
import { integer, text } from './row.ts';

/**
 * Removes the nodes of a history that nothing refers to any more. Only inside `write`.
 *
 * `young` looks only at what was stored since the last sweep, which is all there can be when only
 * checkpoints stored since then were removed; that costs what one run wrote, not what the thread
 * holds. Otherwise every node is looked at.
 */
export function sweep(db: Connection, history: number, extent: 'young' | 'all'): void {
  const last = extent === 'all' ? 0 : sweptNode(db, history);
  const used = usedNodes(db, history, last);
  const nodes = db.all('SELECT id FROM node WHERE history = ? AND id > ?', history, last);
  let newest = last;
  for (const row of nodes) {
    const id = integer(row, 'id');
    newest = Math.max(newest, id);
    if (!used.has(id)) deleteNode(db, history, id);
  }
  db.run(
    `UPDATE history SET swept_node = ?1,
       swept_checkpoint = coalesce((SELECT max(seq) FROM checkpoint WHERE history = ?2), 0)
     WHERE id = ?2`,
    newest,
    history,
  );
}

/** Ids of nodes above `last` that rows refer to, directly or through other nodes. */
function usedNodes(db: Connection, history: number, last: number): Set<number> {
  const used = new Set<number>();
  const open: number[] = [];
  const use = (ids: readonly number[]) => {
    for (const id of ids)
      if (id > last && !used.has(id)) {
        used.add(id);
        open.push(id);
      }
  };
  for (const stored of roots(db, history, last)) use(references(stored));
  for (let id = open.pop(); id !== undefined; id = open.pop()) use(referencesOf(db, id));
  return used;
}

function roots(db: Connection, history: number, last: number): string[] {
  const rows = (table: string) =>
    db
      .all(`SELECT * FROM ${table} WHERE history = ? AND newest > ?`, history, last)
      // What a damaged row refers to is not known: nothing is removed then.
      .map((row) => db.damage.verified(table, row));
  const checkpoints = rows('checkpoint').flatMap((row) => [text(row, 'body'), text(row, 'meta')]);
  return [...checkpoints, ...rows('write').map((row) => text(row, 'body'))];
}

function sweptNode(db: Connection, history: number): number {
  const row = db.get('SELECT swept_node FROM history WHERE id = ?', history);
  return row ? integer(row, 'swept_node') : 0;
}
