import { START } from '@langchain/langgraph';

import { decode } from '../decode.ts';
import { storedChannels } from './checkpoint-body.ts';
import type { Connection } from './connection.ts';
import { findHistory, type HistoryKey, loadTrees } from './node-table.ts';
import { integer, type Row, text, textOrUndefined } from './row.ts';
import { sweep } from './sweep.ts';

/**
 * Reduces what an ended run left to what is needed later. Kept of it are:
 *
 * - its last checkpoint of the graph itself, which the next run goes on from;
 * - the checkpoint at which its input stood and nothing was done about it yet, which is the parent of
 *   the last one from then on: an answer is given anew from there;
 * - what a resume of that checkpoint needs: its pending writes, and the last checkpoint of each
 *   subgraph that it had started;
 * - the last checkpoint of a subgraph with a memory of its own;
 * - checkpoints from which others branched, or are about to: those in `awaited`;
 * - the thread's very first checkpoint, from which its first message can be said anew.
 *
 * What is kept names as its parent the nearest checkpoint that is kept: so a history says which
 * answer followed which, and where branches part.
 *
 * Only inside `write`.
 */
export function pruneRun(
  db: Connection,
  thread: HistoryKey,
  run: string,
  awaited: ReadonlySet<string> = new Set(),
): void {
  const history = findHistory(db, thread);
  if (history === undefined) return;
  const rows = db.all(
    'SELECT * FROM checkpoint WHERE history = ? AND run = ? ORDER BY id',
    history,
    run,
  );
  for (const row of rows) db.damage.verified('checkpoint', row);
  const goneOnFrom = new Set([
    ...lastOfEach(db, history, rows),
    ...branchPoints(db, history, run),
    ...rows.filter((row) => awaited.has(text(row, 'id'))).map((row) => integer(row, 'seq')),
  ]);
  const roots = rows.filter((row) => isRoot(row) && !goneOnFrom.has(integer(row, 'seq')));
  const input = inputTaken(db, history, rows);
  const begunWith = input && !goneOnFrom.has(integer(input, 'seq')) ? [input] : [];
  const begun = [...roots, ...begunWith];
  const kept = new Set([...goneOnFrom, ...begun.map((row) => integer(row, 'seq'))]);
  const removed = rows.filter((row) => !kept.has(integer(row, 'seq')));
  if (removed.length === 0) return;
  relink(
    db,
    rows.filter((row) => kept.has(integer(row, 'seq'))),
    removed,
  );
  for (const row of removed) removeCheckpoint(db, history, row);
  // What is done anew from there is done by tasks of its own.
  for (const row of begun) removeWrites(db, history, row);
  const oldest = Math.min(...removed.map((row) => integer(row, 'seq')));
  sweep(db, history, oldest > sweptCheckpoint(db, history) ? 'young' : 'all');
}

/**
 * Takes back all that a run wrote: its checkpoints, and its pending writes on earlier ones, so that
 * an interrupt it had answered waits again. Only inside `write`; with `erase` the text is gone too.
 */
export function deleteRunCheckpoints(db: Connection, thread: HistoryKey, run: string): void {
  const history = findHistory(db, thread);
  if (history === undefined) return;
  const rows = db.all(
    'SELECT seq, ns, id FROM checkpoint WHERE history = ? AND run = ?',
    history,
    run,
  );
  for (const row of rows) removeCheckpoint(db, history, row);
  db.run('DELETE FROM write WHERE history = ? AND run = ?', history, run);
  sweep(db, history, 'all');
}

/** Whether a checkpoint is where its thread began. */
function isRoot(row: Row): boolean {
  return text(row, 'ns') === '' && textOrUndefined(row, 'parent') === undefined;
}

/**
 * The checkpoint at which a run had taken its input in and not begun to work on it; undefined where
 * the run went on from what was there. The library first keeps an input in a channel of its own, and
 * only the next checkpoint has it in the state.
 */
function inputTaken(db: Connection, history: number, rows: readonly Row[]): Row | undefined {
  const own = rows.filter((row) => text(row, 'ns') === '');
  const metadata = loadTrees(
    db,
    history,
    own.slice(0, 2).map((row) => text(row, 'meta')),
  );
  // One more comes first where the run had to put its thread in order.
  const at = metadata.findIndex(
    (meta) => (decode(meta) as { source?: unknown }).source === 'input',
  );
  const input = own[at];
  return input && isUnread(db, history, input) ? own[at + 1] : input;
}

/** Whether a checkpoint holds an input that is not in the state yet. */
function isUnread(db: Connection, history: number, row: Row): boolean {
  const { values } = storedChannels(
    text(row, 'body'),
    (names) => loadTrees(db, history, [JSON.stringify(names)])[0] ?? null,
  );
  return values.has(START);
}

/** Gives what stays the nearest ancestor that stays for a parent. */
function relink(db: Connection, kept: readonly Row[], removed: readonly Row[]): void {
  const parents = new Map(removed.map((row) => [text(row, 'id'), textOrUndefined(row, 'parent')]));
  for (const row of kept) {
    const before = textOrUndefined(row, 'parent');
    let parent = before;
    while (parent !== undefined && parents.has(parent)) parent = parents.get(parent);
    if (parent !== before)
      db.run('UPDATE checkpoint SET parent = ? WHERE seq = ?', parent ?? null, integer(row, 'seq'));
  }
}

function removeCheckpoint(db: Connection, history: number, row: Row): void {
  db.run('DELETE FROM checkpoint WHERE seq = ?', integer(row, 'seq'));
  removeWrites(db, history, row);
}

function removeWrites(db: Connection, history: number, row: Row): void {
  db.run(
    'DELETE FROM write WHERE history = ? AND ns = ? AND checkpoint = ?',
    history,
    text(row, 'ns'),
    text(row, 'id'),
  );
}

/** The last checkpoint per namespace, of those namespaces that can be needed again. */
function lastOfEach(db: Connection, history: number, rows: readonly Row[]): number[] {
  const last = new Map<string, Row>();
  for (const row of rows) last.set(text(row, 'ns'), row);
  const root = last.get('');
  return [...last]
    .filter(
      ([ns, row]) =>
        ns === '' ||
        hasOwnMemory(ns) ||
        (root !== undefined && startedBy(db, history, row, text(root, 'id'))),
    )
    .map(([, row]) => integer(row, 'seq'));
}

/** Whether a namespace is a subgraph's own for good: one made for a single task names the task. */
function hasOwnMemory(ns: string): boolean {
  return !(ns.split('|').at(-1) ?? '').includes(':');
}

/** Whether a subgraph's checkpoint belongs to a task of the given checkpoint of the graph itself. */
function startedBy(db: Connection, history: number, row: Row, root: string): boolean {
  const [tree] = loadTrees(db, history, [text(row, 'meta')]);
  const { parents } = decode(tree ?? {}) as { parents?: Record<string, unknown> };
  return parents?.[''] === root;
}

/** Checkpoints of the run from which another run, or an update outside of any, went on. */
function branchPoints(db: Connection, history: number, run: string): number[] {
  return db
    .all(
      `SELECT DISTINCT origin.seq FROM checkpoint AS origin
       JOIN checkpoint AS branch ON branch.history = origin.history AND branch.ns = origin.ns
         AND branch.parent = origin.id AND branch.run IS NOT origin.run
       WHERE origin.history = ? AND origin.run = ?`,
      history,
      run,
    )
    .map((row) => integer(row, 'seq'));
}

function sweptCheckpoint(db: Connection, history: number): number {
  const row = db.get('SELECT swept_checkpoint FROM history WHERE id = ?', history);
  return row ? integer(row, 'swept_checkpoint') : 0;
}
