import { SqliteConversations } from './conversation-table.ts';
import { openDatabase } from './database.ts';
import { EventBodies } from './event-bodies.ts';
import { SqliteEvents } from './event-table.ts';
import { deleteHistory } from './node-table.ts';
import { readOutline } from './outline.ts';
import { deleteRunCheckpoints, pruneRun } from './retention.ts';
import { SqliteRuns } from './run-table.ts';
import { SqliteSaver } from './saver.ts';
import { forgetSpoken } from './spoken-index.ts';
import { SqliteStore } from './store.ts';
import { SqliteThreads } from './thread-table.ts';
import type { RunAttempt, RunPlace, Storage } from '../storage.ts';

/**
 * Opens the embedded storage in a directory, as its only process.
 * Throws StorageError `locked`, `damaged` or `newer-schema`.
 */
export function openSqliteStorage(directory: string): Promise<Storage> {
  return Promise.try(() => {
    const db = openDatabase(directory);
    const bodies = new EventBodies(db.log);
    const store = new SqliteStore(db);
    return {
      checkpointer: new SqliteSaver(db),
      fenced: (attempt: RunAttempt, place?: RunPlace) => new SqliteSaver(db, attempt, place),
      outline: (threadId, page) => Promise.try(() => readOutline(db, threadId, page)),
      store,
      fencedStore: (attempt: RunAttempt) => store.fenced(attempt),
      threads: new SqliteThreads(db, (threadId) => {
        deleteHistory(db, threadId);
        bodies.erase(threadId, db);
      }),
      conversations: new SqliteConversations(db),
      runs: new SqliteRuns(db, {
        erase(threadId, runId) {
          deleteRunCheckpoints(db, threadId, runId);
          forgetSpoken(db, threadId);
        },
        eraseEvents: (threadId) => bodies.sweep(threadId, db),
        prune: (threadId, runId, awaited) => pruneRun(db, threadId, runId, awaited),
      }),
      events: new SqliteEvents(db, bodies),
      async sweepExpired() {
        await store.sweepExpired();
      },
      close: () => db.close(),
    };
  });
}
