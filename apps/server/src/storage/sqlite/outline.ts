import { decode } from '../decode.ts';
import type { CheckpointOutline, JsonObject, OutlinePage } from '../storage.ts';
import type { Connection } from './connection.ts';
import { findHistory, type HistoryKey, loadTrees } from './node-table.ts';
import { text, textOrUndefined } from './row.ts';

/** Reads where a thread's checkpoints stand, and none of the values they hold. */
export function readOutline(
  db: Connection,
  thread: HistoryKey,
  { limit, before }: OutlinePage,
): CheckpointOutline[] {
  const history = findHistory(db, thread);
  if (history === undefined) return [];
  const rows = db.all(
    `SELECT * FROM checkpoint
     WHERE history = ? AND ns = '' AND (? IS NULL OR id < ?) ORDER BY id DESC LIMIT ?`,
    history,
    before ?? null,
    before ?? null,
    limit,
  );
  const metadata = loadTrees(
    db,
    history,
    rows.map((row) => text(db.damage.verified('checkpoint', row), 'meta')),
  );
  return rows.map((row, place) => ({
    checkpointId: text(row, 'id'),
    parentId: textOrUndefined(row, 'parent'),
    metadata: decode(metadata[place] ?? {}) as JsonObject,
  }));
}
