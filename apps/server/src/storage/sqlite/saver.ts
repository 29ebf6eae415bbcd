import type { RunnableConfig } from '@langchain/core/runnables';
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  copyCheckpoint,
  EXCLUDED_METADATA_KEYS,
  getCheckpointId,
  type PendingWrite,
  WRITES_IDX_MAP,
} from '@langchain/langgraph-checkpoint';
import { isDeepStrictEqual } from 'node:util';
import { decode } from '../decode.ts';
import { Serializer } from '../serializer.ts';
import { StorageError } from '../storage-error.ts';
import type { RunAttempt, RunPlace } from '../storage.ts';
import {
  foldCheckpoint,
  foldValue,
  type StoredChannels,
  storedChannels,
} from './checkpoint-body.ts';
import { readTuple, SELECT, tupleConfig } from './checkpoint-tuple.ts';
import type { Database } from './database.ts';
import { checkFence } from './fence.ts';
import {
  deleteHistory,
  findHistory,
  type HistoryKey,
  loadTrees,
  openHistory,
  references,
  storeFolded,
} from './node-table.ts';
import { deleteRunCheckpoints, pruneRun } from './retention.ts';
import { integer, type Row, text } from './row.ts';

/** Where the library notes that a task has failed. */
const ERROR_CHANNEL = '__error__';

/**
 * What is kept of a task's error: its kind. Its words may be a provider's, who quotes keys and prompts;
 * the run's own error and the log tell the rest.
 */
function withoutWords(error: unknown): object {
  const name =
    typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
  const kind = typeof name === 'string' && /^[\w$]{1,80}$/.test(name) ? name : 'Error';
  return { name: kind, message: '' };
}

/**
 * Checkpoints in SQLite, content-addressed: a channel's value is stored once however many
 * checkpoints hold it, and of a value that grew only what is new.
 *
 * It knows its owner's threads alone. With a run attempt, every write is refused (`fenced`) once that attempt has lost its run.
 */
export class SqliteSaver extends BaseCheckpointSaver {
  readonly #db: Database;
  readonly #owner: string;
  readonly #attempt: RunAttempt | undefined;
  readonly #place: RunPlace;

  constructor(db: Database, owner: string, attempt?: RunAttempt, place: RunPlace = 'run') {
    super(new Serializer());
    this.#db = db;
    this.#owner = owner;
    this.#attempt = attempt;
    this.#place = place;
  }

  override getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return Promise.try(() => {
      const { thread, ns, id } = address(config);
      const history = thread === undefined ? undefined : findHistory(this.#db, this.#key(thread));
      if (history === undefined) return undefined;
      const row = id
        ? this.#find(history, ns ?? '', id)
        : this.#db.get(
            `${SELECT} WHERE checkpoint.history = ? AND ns = ? ORDER BY checkpoint.id DESC LIMIT 1`,
            history,
            ns ?? '',
          );
      return row && readTuple(this.#db, row, this.#versions);
    });
  }

  override async *list(
    config: RunnableConfig,
    options?: CheckpointListOptions,
  ): AsyncGenerator<CheckpointTuple> {
    const { limit, filter } = options ?? {};
    let left = limit ?? Infinity;
    const { thread } = address(config);
    if (thread !== undefined) findHistory(this.#db, this.#key(thread));
    // Row by row, so that a long history is not read for its first page; and no statement stays
    // open while the caller takes its time.
    for (const seq of this.#listed(config, options)) {
      if (left <= 0) return;
      const row = this.#db.get(`${SELECT} WHERE seq = ?`, seq);
      if (!row || !matches(this.#metadata(row), filter)) continue;
      left -= 1;
      yield await Promise.resolve(readTuple(this.#db, row, this.#versions));
    }
  }

  override put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    return Promise.try(() => {
      const { thread, ns = '', id: parent } = address(config);
      if (thread === undefined) throw required('thread_id');
      const copy = copyCheckpoint(checkpoint);
      const meta = this.#stamped(config, metadata);
      const foldedMeta = foldValue(meta);
      const run = this.#attempt?.runId ?? textOf(meta['run_id']) ?? null;
      const changed = new Map(
        Object.keys(newVersions)
          .filter((channel) => Object.hasOwn(copy.channel_values, channel))
          .map((channel) => [channel, foldValue(copy.channel_values[channel])]),
      );
      return this.#write(() => {
        const history = openHistory(this.#db, this.#key(thread));
        const before = parent === undefined ? undefined : this.#channels(history, ns, parent);
        const body = storeFolded(this.#db, history, foldCheckpoint(copy, changed, before));
        const stored = storeFolded(this.#db, history, foldedMeta);
        this.#db.run(
          `INSERT OR REPLACE INTO checkpoint (history, ns, id, parent, run, newest, body, meta)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          history,
          ns,
          copy.id,
          parent ?? null,
          run,
          // Also of values that were taken over from the parent.
          Math.max(0, ...references(body.text), stored.newest),
          body.text,
          stored.text,
        );
        return tupleConfig(thread, ns, copy.id);
      });
    });
  }

  override putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = '',
  ): Promise<void> {
    return Promise.try(() => {
      const { thread, ns = '', id } = address(config);
      if (thread === undefined) throw required('thread_id');
      if (id === undefined) throw required('checkpoint_id');
      const folded = writes.map(([channel, value], index) => ({
        channel,
        index: WRITES_IDX_MAP[channel] ?? index,
        body: foldValue(channel === ERROR_CHANNEL ? withoutWords(value) : value),
      }));
      return this.#write(() => {
        const history = openHistory(this.#db, this.#key(thread));
        for (const { channel, index, body } of folded) {
          const stored = storeFolded(this.#db, history, body);
          // A task's result is written once; what is said of a task (an error, an interrupt) anew.
          this.#db.run(
            `INSERT OR ${index < 0 ? 'REPLACE' : 'IGNORE'} INTO write
               (history, ns, checkpoint, task, idx, run, path, channel, newest, body)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            history,
            ns,
            id,
            taskId,
            index,
            this.#run(config) ?? '',
            taskPath,
            channel,
            stored.newest,
            stored.text,
          );
        }
      });
    });
  }

  /** Erases a thread's checkpoints and all that only they held; the text is in no file any more. */
  override async deleteThread(thread: string): Promise<void> {
    await this.#db.erase(() => deleteHistory(this.#db, this.#key(thread)));
  }

  /** Reduces what an ended run left to what is needed later (retention.ts says what that is). */
  pruneRun(thread: string, run: string): Promise<void> {
    return this.#db.write(() => pruneRun(this.#db, this.#key(thread), run));
  }

  /** Takes back all that a run wrote, for good. */
  deleteRunCheckpoints(thread: string, run: string): Promise<void> {
    return this.#db.erase(() => deleteRunCheckpoints(this.#db, this.#key(thread), run));
  }

  #key(thread: string): HistoryKey {
    return { owner: this.#owner, thread };
  }

  #write<T>(work: () => T): Promise<T> {
    return this.#db.write(() => {
      checkFence(this.#db, this.#attempt);
      return work();
    });
  }

  #run(config: RunnableConfig): string | undefined {
    if (this.#attempt) return this.#attempt.runId;
    return textOf(config.metadata?.['run_id'] ?? config.configurable?.['run_id']);
  }

  /** What a run says of itself, on each of its checkpoints, below what the graph says. */
  #stamped(config: RunnableConfig, metadata: CheckpointMetadata): Record<string, unknown> {
    const run = this.#place === 'run' ? this.#run(config) : undefined;
    const given = Object.entries(config.metadata ?? {}).filter(
      ([key]) => !EXCLUDED_METADATA_KEYS.has(key),
    );
    return {
      ...Object.fromEntries(given),
      ...(run === undefined ? {} : { run_id: run }),
      ...metadata,
      ...(this.#attempt && run !== undefined && { run_id: run }),
    };
  }

  #find(history: number, ns: string, id: string): Row | undefined {
    return this.#db.get(
      `${SELECT} WHERE checkpoint.history = ? AND ns = ? AND checkpoint.id = ?`,
      history,
      ns,
      id,
    );
  }

  #channels(history: number, ns: string, id: string): StoredChannels | undefined {
    const row = this.#find(history, ns, id);
    if (!row) return undefined;
    this.#db.damage.verified('checkpoint', row);
    return storedChannels(text(row, 'body'), (names) => this.#loadOne(row, JSON.stringify(names)));
  }

  #metadata(row: Row): Record<string, unknown> {
    const { meta } = this.#db.damage.verified('checkpoint', row);
    return decode(this.#loadOne(row, String(meta))) as Record<string, unknown>;
  }

  #loadOne(row: Row, stored: string) {
    const [tree] = loadTrees(this.#db, integer(row, 'history'), [stored]);
    return tree ?? null;
  }

  #listed(config: RunnableConfig, options: CheckpointListOptions = {}): number[] {
    const { thread, ns, id } = address(config);
    const before = options.before && address(options.before).id;
    const run: unknown = options.filter?.['run_id'];
    const conditions: [string, string | number | undefined][] = [
      ['history.owner = ?', this.#owner],
      ['history.thread = ?', thread],
      ['ns = ?', ns],
      ['checkpoint.id = ?', id],
      ['checkpoint.id < ?', before],
      ['run = ?', typeof run === 'string' ? run : undefined],
    ];
    const used = conditions.filter((condition) => condition[1] !== undefined);
    const where = used.map(([sql]) => sql).join(' AND ');
    // With a filter the rows after the first few may be needed too.
    const limit = options.filter === undefined ? (options.limit ?? -1) : -1;
    return this.#db
      .all(
        `SELECT seq FROM checkpoint JOIN history ON history.id = checkpoint.history
         WHERE ${where} ORDER BY checkpoint.id DESC LIMIT ?`,
        ...used.map(([, value]) => value ?? null),
        limit,
      )
      .map((row) => integer(row, 'seq'));
  }

  readonly #versions = (current: number | undefined): number => this.getNextVersion(current);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

interface Address {
  readonly thread: string | undefined;
  readonly ns: string | undefined;
  readonly id: string | undefined;
}

function address(config: RunnableConfig): Address {
  const thread: unknown = config.configurable?.['thread_id'];
  const ns: unknown = config.configurable?.['checkpoint_ns'];
  return {
    thread: typeof thread === 'string' ? thread : undefined,
    ns: typeof ns === 'string' ? ns : undefined,
    id: getCheckpointId(config) || undefined,
  };
}

function required(name: string): StorageError {
  return new StorageError('invalid', `A checkpoint needs a ${name} in config.configurable.`);
}

function matches(
  metadata: Record<string, unknown>,
  filter: Record<string, unknown> | undefined,
): boolean {
  return Object.entries(filter ?? {}).every(
    ([key, value]) => value === undefined || isDeepStrictEqual(metadata[key], value),
  );
}
