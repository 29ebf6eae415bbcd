import { StorageError } from '../storage-error.ts';
import type { EventLog, RunAttempt, RunEvent } from '../storage.ts';
import type { Database } from './database.ts';
import { integer, text, type Row } from './row.ts';

/** How event data becomes a row's body and back, sharing what a thread's events have in common. */
export interface EventBodies {
  /** Called inside a transaction of the log's connection. */
  fold(threadId: string, data: unknown): { readonly body: string; readonly folded: boolean };
  unfold(threadId: string, body: string): unknown;
}

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
        const { body, folded } = this.#bodies.fold(attempt.threadId, data);
        log.run(
          'INSERT INTO event (run, id, event, body, folded) VALUES (?, ?, ?, ?, ?)',
          attempt.runId,
          first + at,
          event,
          body,
          folded ? 1 : 0,
        );
        return first + at;
      });
    });
  }

  read(runId: string, afterId: number, limit: number): Promise<RunEvent[]> {
    const rows = this.#db.log.all(
      `SELECT event.id, event.event, event.body, event.folded, run.thread
       FROM event JOIN run ON run.id = event.run
       WHERE event.run = ? AND event.id > ? ORDER BY event.id LIMIT ?`,
      runId,
      afterId,
      limit,
    );
    return Promise.resolve(rows.map((row) => this.#readEvent(row)));
  }

  async prune(endedBefore: Date): Promise<void> {
    await this.#db.log.write(() =>
      this.#db.log.run(
        `DELETE FROM event WHERE run IN (
           SELECT id FROM run WHERE status NOT IN ('pending', 'running') AND updated_at < ?)`,
        endedBefore.getTime(),
      ),
    );
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
    const body = text(row, 'body');
    return {
      id: integer(row, 'id'),
      event: text(row, 'event'),
      data:
        integer(row, 'folded') === 1
          ? this.#bodies.unfold(text(row, 'thread'), body)
          : (JSON.parse(body) as unknown),
    };
  }
}
