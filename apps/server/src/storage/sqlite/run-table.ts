import type { SQLInputValue } from 'node:sqlite';

import type { RunStatus } from '#contract/status';

import { StorageError } from '../storage-error.ts';
import type {
  CancelAction,
  NewRun,
  RunAttempt,
  RunOutcome,
  RunRow,
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

/** What runs need of the checkpoints; all but `index` are called inside a transaction. */
export interface RunHistory {
  /** Removes what a run wrote into the thread. */
  erase(run: RunKey): void;
  /** Puts what a run said into the search index, in the commit that is being made. */
  index(run: RunKey): Promise<void>;
  /** Removes what only events that are gone referred to. */
  eraseEvents(run: RunKey): void;
  /** Keeps of a run only what is still needed, and of that the checkpoints that others will go on from. */
  prune(run: RunKey, awaited: ReadonlySet<string>): void;
}

export type RunKey = Pick<RunRow, 'owner' | 'threadId' | 'runId'>;

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
      if (stamp) this.#stamp(run, stamp);
      const names = Object.keys(columns);
      this.#db.run(
        `INSERT INTO run (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ...Object.values(columns),
      );
      return this.#require(run.runId);
    });
  }

  get(owner: string, threadId: string, runId: string): Promise<RunRow | undefined> {
    return Promise.try(() =>
      this.#row('id = ? AND thread = ? AND owner = ?', runId, threadId, owner),
    );
  }

  find(runId: string): Promise<RunRow | undefined> {
    return Promise.try(() => this.#row('id = ?', runId));
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
         WHERE id = ? AND attempt = ? AND (not_before <= ? OR cancel IS NOT NULL)
           AND status IN ('pending', 'running')
           AND NOT EXISTS (SELECT 1 FROM run AS other
             WHERE other.owner = run.owner AND other.thread = run.thread AND other.id <> run.id AND other.status = 'running')`,
        Date.now(),
        runId,
        fromAttempt,
        now.getTime(),
      );
      return taken > 0 ? this.#require(runId) : undefined;
    });
  }

  async finish(attempt: RunAttempt, outcome: RunOutcome): Promise<boolean> {
    const [ended] = await Promise.all([
      this.#finishAndPrune(attempt, outcome),
      this.#history.index(attempt),
    ]);
    return ended;
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

  open(owner?: string): Promise<RunRow[]> {
    const open = `status IN ('pending', 'running') ORDER BY seq`;
    if (owner === undefined) return Promise.resolve(this.#rows(open));
    // Without being told, SQLite would look at every run that the owner ever had.
    const rows = this.#db.all(
      `SELECT * FROM run INDEXED BY run_open WHERE owner = ? AND ${open}`,
      owner,
    );
    return Promise.resolve(rows.map(readRun));
  }

  temporary(): Promise<RunRow[]> {
    const own = this.#rows('thread = id');
    return Promise.resolve(own.filter(({ request }) => request['on_completion'] === 'delete'));
  }

  openOn(owner: string, threadId: string): Promise<RunRow[]> {
    return Promise.resolve(
      this.#rows(
        `owner = ? AND thread = ? AND status IN ('pending', 'running') ORDER BY seq`,
        owner,
        threadId,
      ),
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
      const run = { owner, threadId, runId };
      this.#history.eraseEvents(run);
      if (also.checkpoints) this.#history.erase(run);
      return true;
    });
  }

  async #finishAndPrune(attempt: RunAttempt, outcome: RunOutcome): Promise<boolean> {
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

  #finish({ runId, attempt }: RunAttempt, outcome: RunOutcome): boolean {
    return this.#end(outcome, `id = ? AND attempt = ? AND status = 'running'`, [runId, attempt]);
  }

  #prune(run: RunAttempt): void {
    const awaited = this.#rows(
      `owner = ? AND thread = ? AND status IN ('pending', 'running')`,
      run.owner,
      run.threadId,
    );
    this.#history.prune(run, new Set(awaited.flatMap(forkPoint)));
  }

  #admit(run: NewRun, ifBusy: 'reject' | 'enqueue'): void {
    const { runId, threadId, owner } = run;
    if (!this.#db.get('SELECT 1 FROM thread WHERE id = ? AND owner = ?', threadId, owner))
      throw new StorageError('not-found', `There is no thread ${threadId}.`);
    if (this.#db.get('SELECT 1 FROM run WHERE id = ?', runId))
      throw new StorageError('conflict', `There is a run ${runId} already.`);
    const open = `SELECT 1 FROM run
      WHERE owner = ? AND thread = ? AND status IN ('pending', 'running')`;
    if (ifBusy === 'reject' && this.#db.get(open, owner, threadId))
      throw new StorageError(
        'busy',
        'Another run is going on in this thread. Wait for it, stop it, or queue this one behind it (multitask_strategy "enqueue").',
      );
  }

  #stamp({ owner, threadId }: NewRun, stamp: ThreadStamp): void {
    const sql = 'SELECT * FROM thread WHERE owner = ? AND id = ?';
    const row = this.#db.damage.verified('thread', this.#db.get(sql, owner, threadId) ?? {});
    this.#db.run(
      'UPDATE thread SET metadata = ?, config = ?, updated_at = ? WHERE owner = ? AND id = ?',
      JSON.stringify({ ...jsonObject(row, 'metadata'), ...stamp.metadata }),
      JSON.stringify({ ...jsonObject(row, 'config'), ...stamp.config }),
      Date.now(),
      owner,
      threadId,
    );
  }

  #end(outcome: RunOutcome, where: string, values: readonly SQLInputValue[]): boolean {
    const row = this.#db.get(`SELECT id, owner, thread FROM run WHERE ${where}`, ...values);
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
      `UPDATE thread SET status = coalesce(?, status), updated_at = ?
       WHERE owner = ? AND id = ?`,
      outcome.threadStatus ?? null,
      now,
      row['owner'] ?? null,
      row['thread'] ?? null,
    );
    return true;
  }

  /** One run. Throws `damaged`. */
  #row(where: string, ...values: SQLInputValue[]): RunRow | undefined {
    const row = this.#db.get(`SELECT * FROM run WHERE ${where}`, ...values);
    return row && readRun(this.#db.damage.verified('run', row));
  }

  /** Runs, without those that are damaged: their thread says that it is. */
  #rows(where: string, ...values: SQLInputValue[]): RunRow[] {
    return this.#db
      .all(`SELECT * FROM run WHERE ${where}`, ...values)
      .filter((row) => this.#db.damage.isIntact('run', row))
      .map(readRun);
  }

  #require(runId: string): RunRow {
    const row = this.#row('id = ?', runId);
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
