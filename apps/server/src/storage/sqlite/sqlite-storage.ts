import { SqliteAssistants } from './assistant-table.ts';
import { ConversationIndex } from './conversation-index.ts';
import { SqliteConversations } from './conversation-table.ts';
import { openDatabase } from './database.ts';
import { SqliteDocuments } from './document-table.ts';
import { EventBodies } from './event-bodies.ts';
import { SqliteEvents } from './event-table.ts';
import { deleteHistory } from './node-table.ts';
import { readOutline } from './outline.ts';
import { deleteRunCheckpoints, pruneRun } from './retention.ts';
import { SqliteRecords } from './record-table.ts';
import { SqliteRuns } from './run-table.ts';
import { SqliteSaver } from './saver.ts';
import { SqliteStore } from './store.ts';
import { SqliteThreads } from './thread-table.ts';
import type { RunAttempt, RunPlace, Storage } from '../storage.ts';

/**
 * Opens the embedded storage in a directory, as its only process. It grows to `maxBytes` at most;
 * writes beyond that are refused as on a full disk.
 * Throws StorageError `locked`, `damaged` or `newer-schema`.
 */
export function openSqliteStorage(directory: string, maxBytes?: number): Promise<Storage> {
  return Promise.try(() => {
    const db = openDatabase(directory, maxBytes);
    const bodies = new EventBodies(db.log);
    const store = new SqliteStore(db);
    const index = new ConversationIndex(db);
    return {
      checkpointer: (owner) => new SqliteSaver(db, owner),
      fenced: (attempt: RunAttempt, place?: RunPlace) =>
        new SqliteSaver(db, attempt.owner, attempt, place),
      outline: (owner, thread, page) => Promise.try(() => readOutline(db, { owner, thread }, page)),
      store,
      fencedStore: (attempt: RunAttempt) => store.fenced(attempt),
      threads: new SqliteThreads(db, (key) => {
        deleteHistory(db, { owner: key.owner, thread: key.threadId });
        bodies.erase(key, db);
        index.remove({ owner: key.owner, thread: key.threadId });
      }),
      conversations: new SqliteConversations(db, index),
      assistants: new SqliteAssistants(db),
      runs: new SqliteRuns(db, {
        erase({ owner, threadId, runId }) {
          deleteRunCheckpoints(db, { owner, thread: threadId }, runId);
          index.sync({ owner, thread: threadId });
        },
        index: ({ owner, threadId }) => index.keepUp({ owner, thread: threadId }),
        eraseEvents: (run) => bodies.sweep(run, db),
        prune: ({ owner, threadId, runId }, awaited) =>
          pruneRun(db, { owner, thread: threadId }, runId, awaited),
      }),
      events: new SqliteEvents(db, bodies),
      records: new SqliteRecords(db),
      documents: new SqliteDocuments(db),
      countItems: (prefix) => Promise.try(() => store.count(prefix)),
      async sweepExpired() {
        await store.sweepExpired();
      },
      damage: db.damage,
      close: () => db.close(),
    };
  });
}
