import type { RunStatus, ThreadStatus } from '#contract/status';
import type { RecordStore } from '#graph/work/records';
import type { BaseCheckpointSaver, BaseStore } from '@langchain/langgraph-checkpoint';

import type { AssistantTable } from './assistants.ts';
import type { ConversationTable } from './conversations.ts';
import type { Damage } from './damage.ts';
import type { DocumentTable } from './documents.ts';

/**
 * Everything durable, behind one interface: checkpoints, the cross-thread store, threads, runs and
 * the event log. It knows no HTTP. Each part has a suite in `suites/`
 * that every implementation runs.
 *
 * Every read and write of a thread or a run names its owner: another owner's row does not exist.
 * A thread's key is its owner and its id, so that an id tells nobody whether another owner has it.
 */
export interface Storage {
  /** An owner's saver for reads and for state updates outside any run; it knows no other owner's threads. */
  checkpointer(owner: string): BaseCheckpointSaver;
  /** Saver of one run attempt: it refuses every write (`fenced`) once that attempt has lost the run. */
  fenced(attempt: RunAttempt, place?: RunPlace): BaseCheckpointSaver;
  /** A thread's own checkpoints without what they hold, newest first; before one of them, if named. */
  outline(owner: string, threadId: string, page: OutlinePage): Promise<CheckpointOutline[]>;
  readonly store: BaseStore;
  /** How many items there are in this namespace and below it. */
  countItems(prefix: readonly string[]): Promise<number>;
  /** The store of one run attempt: it refuses every write (`fenced`) once that attempt has lost the run. */
  fencedStore(attempt: RunAttempt): BaseStore;
  readonly threads: ThreadTable;
  /** The same threads as a person looks for them. */
  readonly conversations: ConversationTable;
  /** Assistants that owners made of the graphs. */
  readonly assistants: AssistantTable;
  readonly runs: RunTable;
  readonly events: EventLog;
  /** Work that survives without a conversation. */
  readonly records: RecordStore;
  /** Texts that owners have given to be searched and quoted. */
  readonly documents: DocumentTable;
  /** Erases the store's items whose time is over. No one reads them any more, but they are on disk. */
  sweepExpired(): Promise<void>;
  /** What was found to be damaged. */
  readonly damage: Damage;
  /** Resolves when everything written is on disk and the lock is given back. */
  close(): Promise<void>;
}

/** Any JSON object that a client or the engine attaches to a row. */
export type JsonObject = Readonly<Record<string, unknown>>;

export interface ThreadRow {
  readonly threadId: string;
  readonly owner: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly metadata: JsonObject;
  /** `configurable` that the thread's runs left for its later ones. */
  readonly config: JsonObject;
  /** `busy` while a run is pending or running (derived), else what the last run left. */
  readonly status: ThreadStatus;
  /** A sentence for its owner when something of it is damaged; its status is `error` then. */
  readonly damage: string | undefined;
}

export interface ThreadQuery {
  /** Containment: every given key equals, objects recursively. */
  readonly metadata?: JsonObject;
  readonly status?: ThreadStatus;
  readonly ids?: readonly string[];
  readonly sortBy?: 'created_at' | 'updated_at' | 'status' | 'thread_id';
  readonly sortOrder?: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

export interface NewThread {
  readonly threadId: string;
  readonly owner: string;
  readonly metadata: JsonObject;
  /** Time after its last use when it may be erased, in milliseconds; without it, never. */
  readonly ttlMs?: number | undefined;
}

export interface ThreadTable {
  /** Throws `conflict` when the owner has a thread of that id, unless `ifExists` is `do-nothing`. */
  create(thread: NewThread, ifExists: 'raise' | 'do-nothing'): Promise<ThreadRow>;
  get(owner: string, threadId: string): Promise<ThreadRow | undefined>;
  /**
   * Merges metadata (top level), and sets the time to live where one is given (null: none).
   * Throws `not-found`.
   */
  patch(
    owner: string,
    threadId: string,
    metadata: JsonObject,
    ttlMs?: number | null,
  ): Promise<ThreadRow>;
  /** Erases thread, runs, events, checkpoints, writes and every node of it. Whether it existed. */
  delete(owner: string, threadId: string): Promise<boolean>;
  search(owner: string, query: ThreadQuery): Promise<ThreadRow[]>;
  count(owner: string, query: Pick<ThreadQuery, 'metadata' | 'status' | 'ids'>): Promise<number>;
  /** Threads of every owner, without an open run, that were last used longer ago than their time to live. */
  expired(now: Date): Promise<Pick<ThreadRow, 'threadId' | 'owner'>[]>;
  /** Sets what a state update outside a run left behind. */
  setStatus(owner: string, threadId: string, status: Exclude<ThreadStatus, 'busy'>): Promise<void>;
}

/** The fencing token: a run and the attempt that may write for it. */
export interface RunAttempt {
  readonly owner: string;
  readonly threadId: string;
  readonly runId: string;
  readonly attempt: number;
}

/**
 * Where a checkpoint that a run writes stands: in the run, as its metadata then says, or before it. Both
 * go when the run is taken back.
 */
export type RunPlace = 'run' | 'before-run';

export interface RunRow {
  readonly runId: string;
  readonly threadId: string;
  readonly owner: string;
  readonly assistantId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly status: RunStatus;
  /** 0 until first claimed; each claim adds one. */
  readonly attempt: number;
  readonly metadata: JsonObject;
  readonly multitaskStrategy: string;
  /** The request as accepted (input or command, config, context, stream modes …), JSON. */
  readonly request: JsonObject;
  /** Not to be claimed before this moment (`after_seconds`). */
  readonly notBefore: Date;
  /** A sentence a person understands, when status is `error` or `timeout`. */
  readonly error: RunError | undefined;
  /** What a person asked for while the run was open; it holds across a restart. */
  readonly cancel: CancelAction | undefined;
}

/** `interrupt` keeps what a run has done; `rollback` removes the run and all of it. */
export type CancelAction = 'interrupt' | 'rollback';

export type NewRun = Pick<
  RunRow,
  | 'runId'
  | 'threadId'
  | 'owner'
  | 'assistantId'
  | 'metadata'
  | 'multitaskStrategy'
  | 'request'
  | 'notBefore'
>;

/** Why a run failed, as its readers are told. */
export interface RunError {
  /** The kind of failure. */
  readonly error: string;
  /** A sentence for a person. */
  readonly message: string;
  /** Seconds to wait before another try, where the model's provider named them. */
  readonly retry_after_seconds?: number;
}

export interface RunOutcome {
  readonly status: 'success' | 'error' | 'timeout' | 'interrupted';
  readonly error?: RunError;
  /** Without it the thread stays as its earlier run left it. */
  readonly threadStatus?: Exclude<ThreadStatus, 'busy'>;
}

/** What a run's creation leaves on its thread, merged into what is there. */
export interface ThreadStamp {
  readonly metadata: JsonObject;
  readonly config: JsonObject;
}

export interface RunTable {
  /**
   * Commits the run as `pending`. Throws `not-found` (no such thread of this owner) or, when
   * `ifBusy` is `reject` and another run is pending or running there, `busy`; `conflict` when the
   * id is taken.
   */
  create(run: NewRun, ifBusy: 'reject' | 'enqueue', stamp?: ThreadStamp): Promise<RunRow>;
  get(owner: string, threadId: string, runId: string): Promise<RunRow | undefined>;
  /** Any owner's run: for the engine, never for a request. */
  find(runId: string): Promise<RunRow | undefined>;
  /** Newest first. */
  list(
    owner: string,
    threadId: string,
    query: { status?: RunStatus; limit: number; offset: number },
  ): Promise<RunRow[]>;
  /** How many runs the thread has, of that status if one is given. */
  count(owner: string, threadId: string, query: { status?: RunStatus }): Promise<number>;
  /**
   * Makes this process the run's writer: `pending`, or `running` under the given earlier attempt,
   * becomes `running` with attempt + 1. Undefined when it cannot be had: ended, not yet due at
   * `now` (a run that is to be cancelled is due), taken by another, or the thread runs another run.
   */
  claim(runId: string, fromAttempt: number, now: Date): Promise<RunRow | undefined>;
  /**
   * Ends a run under its fencing token. False when that attempt had already lost it. Of one that
   * succeeded only these checkpoints are kept: its last, the one at which it had taken its input in,
   * and those that an interrupt, a branch or a resume needs. What is listed after that stays.
   */
  finish(attempt: RunAttempt, outcome: RunOutcome): Promise<boolean>;
  /** Ends a pending or running run whoever holds it: from then on its writer is fenced out. Whether it was open. */
  end(runId: string, outcome: RunOutcome): Promise<boolean>;
  /** Notes on an open run that it shall end. Its row, or undefined when it is not open. */
  requestCancel(runId: string, action: CancelAction): Promise<RunRow | undefined>;
  /** Pending or running runs, oldest first: an owner's, or all, which a start must take up again. */
  open(owner?: string): Promise<RunRow[]>;
  /**
   * Every run, of every owner, whose thread was made for it alone (and has its id) and is to go with
   * it: `on_completion` in its request is `delete`.
   */
  temporary(): Promise<RunRow[]>;
  /** Pending or running runs of a thread, oldest first. */
  openOn(owner: string, threadId: string): Promise<RunRow[]>;
  /** Removes the run, its events, and (for rollback) with `checkpoints` all it had written. */
  delete(
    owner: string,
    threadId: string,
    runId: string,
    also: { checkpoints: boolean },
  ): Promise<boolean>;
}

export interface RunEvent {
  /** Increasing within a run, from 0, never used twice. A later attempt leaves a gap. */
  readonly id: number;
  readonly event: string;
  /** As it goes over the wire, private state removed; in the log messages may still be objects. */
  readonly data: unknown;
}

export interface OutlinePage {
  readonly limit: number;
  /** Id of a checkpoint; only older ones are listed. */
  readonly before?: string | undefined;
}

/** Where a checkpoint stands, and what is noted with it. */
export interface CheckpointOutline {
  readonly checkpointId: string;
  readonly parentId: string | undefined;
  readonly metadata: JsonObject;
}

export interface EventLog {
  /** Commits events under the fencing token; replies their ids in order. Throws `fenced`. */
  append(attempt: RunAttempt, events: readonly Omit<RunEvent, 'id'>[]): Promise<number[]>;
  /**
   * Events with an id above `afterId` (-1 for all), in order. A message object in one may be the same
   * as in another, and is not to be changed.
   */
  read(runId: string, afterId: number, limit: number): Promise<RunEvent[]>;
  /** Drops the logs of runs that ended before this moment. */
  prune(endedBefore: Date): Promise<void>;
}
