import type { DatabaseSync } from 'node:sqlite';

import { references } from './node-table.ts';
import { unpack } from './packed-text.ts';
import { integer, text } from './row.ts';

/** Events that carried the words of a task's error: plain, or of a subgraph's namespace. */
const TELLING_ERRORS = ['tasks', 'debug', 'checkpoints', 'events']
  .map((mode) => `event.event = '${mode}' OR event.event GLOB '${mode}|*'`)
  .join(' OR ');

/**
 * Erases the words of errors that earlier versions kept: what a provider said, with keys and prompts
 * in it, noted at checkpoints and in the event log. That a run failed, and why in our own words, is
 * kept with the run. It is a step of the schema's history: it knows the tables of that time alone.
 */
export function scrubErrors(db: DatabaseSync): void {
  const noted = db.prepare(`SELECT DISTINCT history FROM write WHERE channel = '__error__'`).all();
  db.exec(`DELETE FROM write WHERE channel = '__error__'`);
  for (const row of noted) {
    const history = integer(row, 'history');
    const checkpoints = db
      .prepare('SELECT body || meta AS body FROM checkpoint WHERE history = ?')
      .all(history);
    const writes = db.prepare('SELECT body FROM write WHERE history = ?').all(history);
    eraseUnused(
      db,
      history,
      [...checkpoints, ...writes].map((each) => text(each, 'body')),
    );
  }
  const threads = db
    .prepare(
      `SELECT DISTINCT run.thread, history.id AS history FROM event
       JOIN run ON run.id = event.run JOIN history ON history.thread = 'events of ' || run.thread
       WHERE ${TELLING_ERRORS}`,
    )
    .all();
  db.exec(`DELETE FROM event WHERE ${TELLING_ERRORS}`);
  for (const row of threads) {
    const events = db
      .prepare('SELECT event.body FROM run JOIN event ON event.run = run.id WHERE run.thread = ?')
      .all(text(row, 'thread'));
    eraseUnused(
      db,
      integer(row, 'history'),
      events.map((each) => text(each, 'body')),
    );
  }
}

/** Removes the nodes of a history that nothing which is left refers to. */
function eraseUnused(db: DatabaseSync, history: number, left: readonly string[]): void {
  const inner = db.prepare('SELECT body FROM node WHERE id = ? AND leaf = 0');
  const used = new Set<number>();
  const open = left.flatMap(references);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (used.has(id)) continue;
    used.add(id);
    const node = inner.get(id);
    if (node) open.push(...references(unpack(node, 'body')));
  }
  const erase = db.prepare('DELETE FROM node WHERE id = ?');
  for (const row of db.prepare('SELECT id FROM node WHERE history = ?').all(history)) {
    const id = integer(row, 'id');
    if (!used.has(id)) erase.run(id);
  }
}
