import type { SQLInputValue } from 'node:sqlite';

import { StorageError } from '../storage-error.ts';
import type {
  CancelAction,
  NewRun,
  RunAttempt,
  RunOutcome,
  RunRow,
  RunStatus,
  RunTable,
  ThreadStamp,
} from '../storage.ts';
import type { Database } from './database.ts';
import { jsonObject } from './json-column.ts';
import { pack } from './packed-text.ts';
import { integer } from './row.ts';
import { readRun } from './run-row.ts';

/**
 * First event id of an attempt that follows others, per earlier attempt. It is committed with the
 * claim, so ids go on rising even where a loss of power took the last events of the log.
 */
const EVENT_IDS_PER_ATTEMPT = 1_000_000_000;

/** What runs need of the checkpoints; each is called inside a transaction. */
export interface RunHistory {
  /** Removes what a run wrote into the thread. */
  erase(threadId: string, runId: string): void;
  /** Removes what only events that are gone referred to. */
  eraseEvents(threadId: string): void;
  /** Keeps of a run only what is still needed, and of that the checkpoints that others will go on from. */
  prune(threadId: string, runId: string, awaited: ReadonlySet<string>): void;
}

/** Runs in SQLite; every call is one transaction. */
export class SqliteRuns implements RunTable {
  readonly #db: Database;
  readonly #history: RunHistory;

  constructor(db: Database, history: RunHistory) {
    this.#db = db;
    this.#history = history;
  }

  create(run: NewRun, ifBusy: 'reject' | 'enqueue', stamp?: ThreadStamp): Promise<RunRow> {
    const columns = newRunColumns(run);
    return this.#db.write(() => {
      this.#admit(run, ifBusy);
      if (stamp) this.#stamp(run.threadId, stamp);
      const names = Object.keys(columns);
      this.#db.run(
        `INSERT INTO run (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ...Object.values(columns),
      );
      return this.#require(run.runId);
    });
  }

  get(owner: string, threadId: string, runId: string): Promise<RunRow | undefined> {
    return Promise.resolve(
      this.#rows('id = ? AND thread = ? AND owner = ?', runId, threadId, owner)[0],
    );
  }

  find(runId: string): Promise<RunRow | undefined> {
    return Promise.resolve(this.#rows('id = ?', runId)[0]);
  }

  list(
    owner: string,
    threadId: string,
    query: { status?: RunStatus; limit: number; offset: number },
  ): Promise<RunRow[]> {
    const status = query.status ?? null;
    return Promise.resolve(
      this.#rows(
        `thread = ? AND owner = ? AND (? IS NULL OR status = ?)
         ORDER BY seq DESC LIMIT ? OFFSET ?`,
        threadId,
        owner,
        status,
        status,
        query.limit,
        query.offset,
      ),
    );
  }

  count(owner: string, threadId: string, query: { status?: RunStatus }): Promise<number> {
    const status = query.status ?? null;
    const row = this.#db.get(
      `SELECT count(*) AS total FROM run
       WHERE thread = ? AND owner = ? AND (? IS NULL OR status = ?)`,
      threadId,
      owner,
      status,
      status,
    );
    return Promise.resolve(integer(row ?? {}, 'total'));
  }

  claim(runId: string, fromAttempt: number, now: Date): Promise<RunRow | undefined> {
    return this.#db.write(() => {
      const taken = this.#db.run(
        `UPDATE run SET status = 'running', attempt = attempt + 1, updated_at = ?,
           next_event = attempt * ${EVENT_IDS_PER_ATTEMPT}
         WHERE id = ? AND attempt = ? AND not_before <= ? AND status IN ('pending', 'running')
           AND NOT EXISTS (SELECT 1 FROM run AS other
             WHERE other.thread = run.thread AND other.id <> run.id AND other.status = 'running')`,
        Date.now(),
        runId,
        fromAttempt,
        now.getTime(),
      );
      return taken > 0 ? this.#require(runId) : undefined;
    });
  }

  async finish(attempt: RunAttempt, outcome: RunOutcome): Promise<boolean> {
    try {
      return await this.#db.write(() => {
        const ended = this.#finish(attempt, outcome);
        if (ended && outcome.status === 'success') this.#prune(attempt);
        return ended;
      });
    } catch (error) {
      if (!(error instanceof StorageError) || error.kind !== 'damaged') throw error;
      // A thread with a row that cannot be read is not made smaller, but its run has ended.
      return this.#db.write(() => this.#finish(attempt, outcome));
    }
  }

  end(runId: string, outcome: RunOutcome): Promise<boolean> {
    return this.#db.write(() =>
      this.#end(outcome, `id = ? AND status IN ('pending', 'running')`, [runId]),
    );
  }

  requestCancel(runId: string, action: CancelAction): Promise<RunRow | undefined> {
    return this.#db.write(() => {
      const noted = this.#db.run(
        `UPDATE run SET cancel = ?, updated_at = ?
         WHERE id = ? AND status IN ('pending', 'running')`,
        action,
        Date.now(),
        runId,
      );
      return noted > 0 ? this.#require(runId) : undefined;
    });
  }

  open(): Promise<RunRow[]> {
    return Promise.resolve(this.#rows(`status IN ('pending', 'running') ORDER BY seq`));
  }

  temporary(): Promise<RunRow[]> {
    const own = this.#rows('thread = id');
    return Promise.resolve(own.filter(({ request }) => request['on_completion'] === 'delete'));
  }

  openOn(threadId: string): Promise<RunRow[]> {
    return Promise.resolve(
      this.#rows(`thread = ? AND status IN ('pending', 'running') ORDER BY seq`, threadId),
    );
  }

  delete(
    owner: string,
    threadId: string,
    runId: string,
    also: { checkpoints: boolean },
  ): Promise<boolean> {
    return this.#db.erase(() => {
      const gone = this.#db.run(
        'DELETE FROM run WHERE id = ? AND thread = ? AND owner = ?',
        runId,
        threadId,
        owner,
      );
      if (gone === 0) return false;
      this.#history.eraseEvents(threadId);
      if (also.checkpoints) this.#history.erase(threadId, runId);
      return true;
    });
  }

  #finish({ runId, attempt }: RunAttempt, outcome: RunOutcome): boolean {
    return this.#end(outcome, `id = ? AND attempt = ? AND status = 'running'`, [runId, attempt]);
  }

  #prune({ threadId, runId }: RunAttempt): void {
    const awaited = this.#rows(`thread = ? AND status IN ('pending', 'running')`, threadId);
    this.#history.prune(threadId, runId, new Set(awaited.flatMap(forkPoint)));
  }

  #admit(run: NewRun, ifBusy: 'reject' | 'enqueue'): void {
    const { runId, threadId, owner } = run;
    if (!this.#db.get('SELECT 1 FROM thread WHERE id = ? AND owner = ?', threadId, owner))
      throw new StorageError('not-found', `There is no thread ${threadId}.`);
    if (this.#db.get('SELECT 1 FROM run WHERE id = ?', runId))
      throw new StorageError('conflict', `There is a run ${runId} already.`);
    const open = `SELECT 1 FROM run WHERE thread = ? AND status IN ('pending', 'running')`;
    if (ifBusy === 'reject' && this.#db.get(open, threadId))
      throw new StorageError(
        'busy',
        'Another run is going on in this thread. Wait for it, stop it, or queue this one behind it (multitask_strategy "enqueue").',
      );
  }

  #stamp(threadId: string, stamp: ThreadStamp): void {
    const row = this.#db.get('SELECT metadata, config FROM thread WHERE id = ?', threadId) ?? {};
    this.#db.run(
      'UPDATE thread SET metadata = ?, config = ?, updated_at = ? WHERE id = ?',
      JSON.stringify({ ...jsonObject(row, 'metadata'), ...stamp.metadata }),
      JSON.stringify({ ...jsonObject(row, 'config'), ...stamp.config }),
      Date.now(),
      threadId,
    );
  }

  #end(outcome: RunOutcome, where: string, values: readonly SQLInputValue[]): boolean {
    const row = this.#db.get(`SELECT id, thread FROM run WHERE ${where}`, ...values);
    if (!row) return false;
    const now = Date.now();
    this.#db.run(
      'UPDATE run SET status = ?, error = ?, updated_at = ? WHERE id = ?',
      outcome.status,
      outcome.error ? JSON.stringify(outcome.error) : null,
      now,
      row['id'] ?? null,
    );
    this.#db.run(
      'UPDATE thread SET status = coalesce(?, status), updated_at = ? WHERE id = ?',
      outcome.threadStatus ?? null,
      now,
      row['thread'] ?? null,
    );
    return true;
  }

  #rows(where: string, ...values: SQLInputValue[]): RunRow[] {
    return this.#db.all(`SELECT * FROM run WHERE ${where}`, ...values).map(readRun);
  }

  #require(runId: string): RunRow {
    const row = this.#rows('id = ?', runId)[0];
    if (!row) throw new StorageError('not-found', `There is no run ${runId}.`);
    return row;
  }
}

/** The checkpoint that a run is to go on from, if its request names one. */
function forkPoint({ request }: RunRow): string[] {
  const place = request['checkpoint'];
  if (typeof place !== 'object' || place === null || !('checkpoint_id' in place)) return [];
  return typeof place.checkpoint_id === 'string' ? [place.checkpoint_id] : [];
}

function newRunColumns(run: NewRun): Record<string, SQLInputValue> {
  const now = Date.now();
  return {
    id: run.runId,
    thread: run.threadId,
    owner: run.owner,
    assistant: run.assistantId,
    created_at: now,
    updated_at: now,
    not_before: run.notBefore.getTime(),
    status: 'pending',
    metadata: JSON.stringify(run.metadata),
    strategy: run.multitaskStrategy,
    request: pack(JSON.stringify(run.request)),
  };
}
