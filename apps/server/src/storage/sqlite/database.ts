import { existsSync, mkdirSync, renameSync, rmSync, closeSync, openSync, fsyncSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StorageError } from '../storage-error.ts';
import { Connection } from './connection.ts';
import { FoundDamage } from './damage/found-damage.ts';
import { headerProblem, inspect, type Inspection, NOTHING_FOUND } from './damage/inspect.ts';
import { defineSums, keepSums, summedTables } from './damage/summed-table.ts';
import { expectedSchema } from './expected-schema.ts';
import { lockDirectory } from './lock.ts';
import { CommitMarkWriter, MARK_FILE } from './log/commit-mark.ts';
import { lostCommits } from './log/lost-commits.ts';
import { migrate, versionOf } from './migrate.ts';
import { makePrivate } from './private-files.ts';
import { integer } from './row.ts';
import { APPLICATION_ID, MIGRATIONS } from './schema.ts';
import { emptySearchIndex } from './search-tables.ts';

/** Name of the database in its directory. */
export const DATABASE_FILE = 'throughline.db';
/** Name of the file that whoever writes in the directory holds a lock on. */
export const LOCK_FILE = 'throughline.lock';

/** How long a statement waits for an outside writer, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;
/** Pause before what an outside reader (a backup) kept from being erased is tried again. */
const ERASE_AGAIN_MS = 1000;
/**
 * Pages of 4 KiB after which the write-ahead log is folded back into the file. Each time costs two
 * syncs, which a turn of a dozen commits hardly feels; a larger log is space that nobody gets back.
 */
const WAL_PAGES = 40;

interface Opened {
  readonly main: DatabaseSync;
  readonly log: DatabaseSync;
  readonly damage: FoundDamage;
  readonly mark: CommitMarkWriter;
  readonly unlock: () => void;
}

/** The embedded database: this connection syncs every commit to disk. */
export class Database extends Connection {
  /**
   * A second connection on the same file for the event log. Its commits survive the death of the
   * process, not a loss of power, and cost a tenth.
   */
  readonly log: Connection;
  readonly #main: DatabaseSync;
  readonly #files: readonly DatabaseSync[];
  readonly #mark: CommitMarkWriter;
  readonly #unlock: () => void;
  #unerased = false;
  #tryingAgain: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ main, log, damage, mark, unlock }: Opened) {
    super(main, damage, () => {
      mark.note(true);
    });
    const logCommitted = () => {
      mark.note(false);
    };
    this.log = new Connection(log, damage, logCommitted, this.nodes);
    this.#mark = mark;
    this.#main = main;
    this.#files = [main, log];
    this.#unlock = unlock;
  }

  /**
   * Like `write`, and afterwards the write-ahead log is emptied, so that what was deleted is in no
   * file any more. If an outside reader (a backup) prevents that, it is tried again every second,
   * and at close.
   */
  async erase<T>(work: () => T): Promise<T> {
    const result = await this.write(work);
    this.#unerased = true;
    this.#emptyLog();
    return result;
  }

  /** Commits what is queued, folds the log into the file, closes it and gives the lock back. */
  async close(): Promise<void> {
    await this.settled();
    await this.log.settled();
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#tryingAgain);
    this.#unerased = true;
    this.#emptyLog();
    for (const file of this.#files) file.close();
    this.#mark.close();
    this.#unlock();
  }

  #emptyLog(): void {
    if (!this.#unerased) return;
    // No outside reader is waited for here: nothing else would be answered meanwhile.
    this.#main.exec('PRAGMA busy_timeout = 0');
    this.#mark.clear();
    try {
      const outcome = this.get('PRAGMA wal_checkpoint(TRUNCATE)');
      this.#unerased = outcome === undefined || integer(outcome, 'busy') !== 0;
    } finally {
      this.#mark.note(true);
      this.#main.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
    if (this.#unerased && !this.#closed) this.#emptyLogLater();
  }

  #emptyLogLater(): void {
    this.#tryingAgain ??= setTimeout(() => {
      this.#tryingAgain = undefined;
      try {
        this.#emptyLog();
      } catch (error) {
        // A disk that refuses now may take it later.
        if (!(error instanceof StorageError)) throw error;
        this.#emptyLogLater();
      }
    }, ERASE_AGAIN_MS).unref();
  }
}

/**
 * Opens, and on first use creates, the database in `directory`, as its only process. Beyond
 * `maxBytes` it takes no writes that need more room (`unavailable`); what is there can be read and
 * deleted, and the room that deleting frees is used again.
 *
 * Throws `locked`, `damaged`, `newer-schema` or `unavailable`; the database file is then as it was.
 */
export function openDatabase(directory: string, maxBytes?: number): Database {
  const unlock = lockDirectory(directory, writableFile(directory, LOCK_FILE));
  const path = join(directory, DATABASE_FILE);
  try {
    for (const sentence of makePrivate(directory)) process.emitWarning(sentence);
    const found = existsSync(path) ? verify(path) : create(directory, path);
    const main = connect(path, 'FULL');
    for (const table of found.tablesToIndex) main.exec(`REINDEX ${table}`);
    migrate(main);
    const tables = summedTables(main);
    const log = connect(path, 'NORMAL');
    for (const file of [main, log]) {
      for (const table of tables) keepSums(file, table);
      if (maxBytes !== undefined) limitSize(file, maxBytes);
    }
    if (found.searchIndexDamaged) emptySearchIndex(main);
    const mark = new CommitMarkWriter(join(directory, MARK_FILE), `${path}-shm`);
    mark.note(true);
    const damage = new FoundDamage(main, tables, found.rows);
    return new Database({ main, log, damage, mark, unlock });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The path of a file in the directory, after both have been made if they were not there. */
function writableFile(directory: string, name: string): string {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const file = join(directory, name);
    closeSync(openSync(file, 'a', 0o600));
    return file;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new StorageError(
      'unavailable',
      `The data directory ${directory} cannot be made or written to${code}. Set DATA_DIR to a directory that this user may write.`,
      { cause },
    );
  }
}

function connect(path: string, synchronous: 'FULL' | 'NORMAL'): DatabaseSync {
  const db = new DatabaseSync(path, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: false,
  });
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};
    PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = ${WAL_PAGES};
    PRAGMA journal_size_limit = ${WAL_PAGES * 4096}; PRAGMA trusted_schema = OFF;
    PRAGMA temp_store = MEMORY`);
  defineSums(db);
  return db;
}

/** SQLite keeps the limit for the connection, and never below what the file has. */
function limitSize(db: DatabaseSync, maxBytes: number): void {
  const pageBytes = integer(db.prepare('PRAGMA page_size').get() ?? {}, 'page_size');
  db.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / pageBytes))}`);
}

/** Builds a new file under another name first, so that a file of ours is never empty or half made. */
function create(directory: string, path: string): Inspection {
  for (const leftover of [`${path}-wal`, `${path}-shm`])
    if (existsSync(leftover))
      throw damaged(path, `${leftover} is there, but the database itself is missing`);
  rmSync(join(directory, MARK_FILE), { force: true });
  const draft = `${path}.new`;
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(draft + suffix, { force: true });
  closeSync(openSync(draft, 'wx', 0o600));
  const db = new DatabaseSync(draft);
  defineSums(db);
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  migrate(db);
  db.close();
  sync(draft);
  renameSync(draft, path);
  sync(join(path, '..'));
  return NOTHING_FOUND;
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Checks a file through a connection that cannot write, so that a refused file stays as it was. */
function verify(path: string): Inspection {
  let inspection: Inspection;
  let version: number;
  try {
    const finding = headerProblem(path) ?? lostCommits(dirname(path), DATABASE_FILE);
    if (finding !== undefined) throw damaged(path, finding);
    const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    try {
      const id = integer(db.prepare('PRAGMA application_id').get() ?? {}, 'application_id');
      version = versionOf(db);
      if (id !== APPLICATION_ID || version < 1)
        throw damaged(path, 'it is no Throughline database');
      inspection = inspect(db, expectedSchema(version));
    } finally {
      db.close();
    }
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    throw damaged(path, 'it cannot be read', cause);
  }
  if (version > MIGRATIONS.length)
    throw new StorageError(
      'newer-schema',
      `${path} was written by a newer version (schema ${version}, this one knows ${MIGRATIONS.length}). Run that version, or restore a backup made before the upgrade.`,
    );
  if (inspection.broken !== undefined) throw damaged(path, inspection.broken);
  return inspection;
}

function damaged(path: string, finding: string, cause?: unknown): StorageError {
  return new StorageError(
    'damaged',
    `${path} is damaged (${finding}). It was left as it is. Restore it from a backup, or move it (with its -wal file) away to start empty.`,
    { cause },
  );
}
