import type { DatabaseSync } from 'node:sqlite';

import { addressOfStored, references } from '../node-table.ts';
import { unpack } from '../packed-text.ts';
import { integer, text } from '../row.ts';
import { EVENTS_OF } from '../../thread-events.ts';
import type { DamagedRow } from '../damage/whereabouts.ts';

/**
 * Finds, in a database of any version, the nodes whose content does not have their address, and the rows that refer to a node that
 * is not there. Only for a database whose rows are what was written.
 */
export function checkReferences(db: DatabaseSync): DamagedRow[] {
  const wrong: DamagedRow[] = [];
  for (const row of db.prepare('SELECT id FROM history').iterate()) {
    const history = integer(row, 'id');
    const hashes = checkNodes(db, history, wrong);
    const holds = (stored: string) => references(stored).every((id) => hashes.has(id));
    for (const table of ['checkpoint', 'write'] as const) {
      const body = table === 'checkpoint' ? 'body || meta' : 'body';
      const rows = db.prepare(`SELECT seq, ${body} AS body FROM ${table} WHERE history = ?`);
      for (const each of rows.iterate(history))
        if (!holds(text(each, 'body'))) wrong.push({ table, key: [integer(each, 'seq')] });
    }
  }
  return wrong;
}

/** Checks the nodes of a history, oldest first, and gives their addresses by id. */
function checkNodes(db: DatabaseSync, history: number, wrong: DamagedRow[]): Map<number, string> {
  const hashes = new Map<number, string>();
  const rows = db.prepare('SELECT id, hash, body FROM node WHERE history = ? ORDER BY id');
  for (const row of rows.iterate(history)) {
    const id = integer(row, 'id');
    if (addressOfStored(unpack(row, 'body'), hashes) !== text(row, 'hash'))
      wrong.push({ table: 'node', key: [id] });
    hashes.set(id, text(row, 'hash'));
  }
  return hashes;
}

/** Events of a database of the newest version that refer to a node which is not there. */
export function eventsWithoutNodes(db: DatabaseSync): DamagedRow[] {
  const wrong: DamagedRow[] = [];
  const node = db.prepare(
    `SELECT 1 FROM node JOIN history ON history.id = node.history
     WHERE node.id = ? AND history.owner = ? AND history.thread = ?`,
  );
  const rows = db.prepare(
    `SELECT event.run, event.id, event.body, run.owner, run.thread
     FROM event JOIN run ON run.id = event.run`,
  );
  for (const row of rows.iterate()) {
    const history = [text(row, 'owner'), EVENTS_OF + text(row, 'thread')];
    const holds = references(text(row, 'body')).every((id) => node.get(id, ...history));
    if (!holds) wrong.push({ table: 'event', key: [text(row, 'run'), integer(row, 'id')] });
  }
  return wrong;
}
