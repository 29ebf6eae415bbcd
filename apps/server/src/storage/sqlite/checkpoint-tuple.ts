import {
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
  compareWritesSortKeys,
  maxChannelVersion,
  TASKS,
  writesSortKey,
} from '@langchain/langgraph-checkpoint';
import { decode } from '../decode.ts';
import { withoutAnswered } from './answered-interrupts.ts';
import { reviveCheckpoint } from './checkpoint-body.ts';
import type { Connection } from './connection.ts';
import { loadTrees } from './node-table.ts';
import { integer, type Row, text, textOrUndefined } from './row.ts';

/** Checkpoint rows as `readTuple` wants them; conditions are to follow. */
export const SELECT = `SELECT checkpoint.*, history.thread
  FROM checkpoint JOIN history ON history.id = checkpoint.history`;

/** The address of a checkpoint, as the library passes it around. */
export function tupleConfig(thread: string, ns: string, id: string) {
  return { configurable: { thread_id: thread, checkpoint_ns: ns, checkpoint_id: id } };
}

/** The whole checkpoint of a row, with its pending writes in the order live execution applies them. */
export function readTuple(
  db: Connection,
  row: Row,
  nextVersion: (current: number | undefined) => number,
): CheckpointTuple {
  db.damage.verified('checkpoint', row);
  const [thread, ns, id] = [text(row, 'thread'), text(row, 'ns'), text(row, 'id')];
  const parent = textOrUndefined(row, 'parent');
  const history = integer(row, 'history');
  const writes = writesOf(db, history, ns, id);
  const texts = [
    text(row, 'body'),
    text(row, 'meta'),
    ...writes.map((write) => text(write, 'body')),
  ];
  const [body = null, meta = null, ...values] = loadTrees(db, history, texts);
  const checkpoint = reviveCheckpoint(id, body);
  if (checkpoint.v < 4 && parent !== undefined)
    addSends(checkpoint, pendingSends(db, history, ns, parent), nextVersion);
  return {
    config: tupleConfig(thread, ns, id),
    checkpoint,
    metadata: decode(meta) as CheckpointMetadata,
    pendingWrites: withoutAnswered(
      db,
      { history, ns },
      writes.map((write, index) => [
        text(write, 'task'),
        text(write, 'channel'),
        decode(values[index] ?? null),
      ]),
    ),
    ...(parent === undefined ? {} : { parentConfig: tupleConfig(thread, ns, parent) }),
  };
}

/**
 * Writes of a checkpoint. When several runs wrote in the same place, a task's result is the first
 * one, and what is said of the task (an error, an interrupt) the last.
 */
function writesOf(db: Connection, history: number, ns: string, checkpoint: string): Row[] {
  const rows = db.all(
    `SELECT * FROM write
     WHERE history = ? AND ns = ? AND checkpoint = ? ORDER BY seq`,
    history,
    ns,
    checkpoint,
  );
  const chosen = new Map<string, Row>();
  for (const row of rows) {
    db.damage.verified('write', row);
    const place = `${text(row, 'task')} ${integer(row, 'idx')}`;
    if (integer(row, 'idx') < 0 || !chosen.has(place)) chosen.set(place, row);
  }
  const key = (row: Row) =>
    writesSortKey(text(row, 'path'), text(row, 'task'), integer(row, 'idx'));
  return [...chosen.values()].sort((a, b) => compareWritesSortKeys(key(a), key(b)));
}

/** Checkpoints of format 3 and older kept their tasks with the parent. */
function pendingSends(db: Connection, history: number, ns: string, parent: string): unknown[] {
  const rows = writesOf(db, history, ns, parent).filter((row) => text(row, 'channel') === TASKS);
  return loadTrees(
    db,
    history,
    rows.map((row) => text(row, 'body')),
  ).map(decode);
}

function addSends(
  checkpoint: Checkpoint,
  sends: unknown[],
  nextVersion: (current: number | undefined) => number,
): void {
  const versions = Object.values(checkpoint.channel_versions);
  checkpoint.channel_values[TASKS] = sends;
  checkpoint.channel_versions[TASKS] =
    versions.length > 0 ? maxChannelVersion(...versions) : nextVersion(undefined);
}
