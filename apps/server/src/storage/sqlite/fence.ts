import { StorageError } from '../storage-error.ts';
import type { RunAttempt } from '../storage.ts';
import type { Connection } from './connection.ts';

/** Throws `fenced` unless the attempt, if there is one, still holds its run. Only inside `write`. */
export function checkFence(db: Connection, writer: RunAttempt | undefined): void {
  if (writer === undefined) return;
  const { runId, attempt } = writer;
  const sql = `SELECT 1 FROM run WHERE id = ? AND attempt = ? AND status = 'running'`;
  if (!db.get(sql, runId, attempt))
    throw new StorageError('fenced', 'This attempt has lost its run; nothing more is written.');
}
