import { StorageError } from '../storage-error.ts';
import type { EventLog, RunAttempt, RunEvent } from '../storage.ts';
import type { Database } from './database.ts';
import type { EventBodies } from './event-bodies.ts';
import { integer, text, type Row } from './row.ts';

/** Runs that have ended before a moment and still have events. */
const PRUNABLE = `status NOT IN ('pending', 'running') AND updated_at < ?
  AND EXISTS (SELECT 1 FROM event WHERE event.run = run.id)`;

/**
 * The event log in SQLite. It writes on the connection that does not sync every commit: what it
 * holds survives the death of the process, and after a loss of power ids still go on rising.
 */
export class SqliteEvents implements EventLog {
  readonly #db: Database;
  readonly #bodies: EventBodies;

  constructor(db: Database, bodies: EventBodies) {
    this.#db = db;
    this.#bodies = bodies;
  }

  append(attempt: RunAttempt, events: readonly Omit<RunEvent, 'id'>[]): Promise<number[]> {
    const { log } = this.#db;
    return log.write(() => {
      const first = this.#nextId(attempt);
      return events.map(({ event, data }, at) => {
        log.run(
          'INSERT INTO event (run, id, event, body) VALUES (?, ?, ?, ?)',
          attempt.runId,
          first + at,
          event,
          this.#bodies.fold(attempt, data),
        );
        return first + at;
      });
    });
  }

  read(runId: string, afterId: number, limit: number): Promise<RunEvent[]> {
    const rows = this.#db.log.all(
      `SELECT event.*, run.owner, run.thread
       FROM event JOIN run ON run.id = event.run
       WHERE event.run = ? AND event.id > ? ORDER BY event.id LIMIT ?`,
      runId,
      afterId,
      limit,
    );
    return Promise.resolve(rows.map((row) => this.#readEvent(row)));
  }

  async prune(endedBefore: Date): Promise<void> {
    const { log } = this.#db;
    await log.write(() => {
      const threads = log.all(
        `SELECT DISTINCT run.owner, run.thread FROM run WHERE ${PRUNABLE}`,
        endedBefore.getTime(),
      );
      if (threads.length === 0) return;
      const runs = `SELECT run.id FROM run WHERE ${PRUNABLE}`;
      log.run(`DELETE FROM event WHERE run IN (${runs})`, endedBefore.getTime());
      for (const row of threads) this.#bodies.sweep(threadOf(row), log);
    });
  }

  /** The attempt's next event id. Throws `fenced` when the attempt has lost its run. */
  #nextId({ runId, attempt }: RunAttempt): number {
    const row = this.#db.log.get(
      `SELECT max(run.next_event, coalesce((SELECT max(event.id) + 1 FROM event
         WHERE event.run = run.id), 0)) AS next
       FROM run WHERE id = ? AND attempt = ? AND status = 'running'`,
      runId,
      attempt,
    );
    if (row) return integer(row, 'next');
    throw new StorageError('fenced', 'This attempt has lost its run; nothing more is written.');
  }

  #readEvent(row: Row): RunEvent {
    this.#db.damage.verified('event', row);
    return {
      id: integer(row, 'id'),
      event: text(row, 'event'),
      data: this.#bodies.unfold(threadOf(row), text(row, 'body')),
    };
  }
}

function threadOf(row: Row) {
  return { owner: text(row, 'owner'), threadId: text(row, 'thread') };
}
