import { MIGRATIONS_SINCE_10 } from './schema-since-10.ts';
import type { DatabaseSync } from 'node:sqlite';

import { scrubErrors } from './scrub-errors.ts';

/** Marks a file as ours (PRAGMA application_id): the letters "Thrl". */
export const APPLICATION_ID = 0x5468726c;

/**
 * One entry per schema version, in order; an entry is never edited once released. Each runs in one
 * transaction together with the new version number.
 *
 * Version 1:
 * - `history` gives a thread's checkpoints a short key and an end: deleting its row erases them all.
 * - `node` holds every value once per history. `leaf` is 1 when its body refers to no other node.
 *   What a node refers to is always older (has a smaller id).
 * - `newest` in checkpoint and write is the largest node id that the row refers to, 0 if none.
 * - `history.swept_node` and `swept_checkpoint`: up to those ids, the last sweep left no node that
 *   nothing refers to.
 * - `write.run` is the run that wrote it, '' outside runs: taking a run back removes its writes and
 *   brings those of earlier runs to light again.
 *
 * Version 2: `thread.ttl_ms` is the time after its last use when a thread may be erased, null for never.
 *
 * Version 3, the search index over conversations:
 * - `spoken` holds what a person or the agent said, and a thread's own title (message ''). It is
 *   derived: `indexed` says for which checkpoint and title, and a search brings it up to date.
 * - `spoken_text` indexes it. Triggers keep both in step, also where a deleted thread takes its rows
 *   along, and `secure-delete` takes the words out of the index at once, not at a later merge.
 *
 * Version 4: `node.body` and `run.request` may hold deflated text (packed-text.ts). Nothing has to be
 * done to a file for that, but earlier versions cannot read what is written from now on.
 *
 * Version 5: `spoken` holds the names of attached files too, so that everything is indexed anew.
 *
 * Version 6: the words of errors are in no row any more (scrub-errors.ts).
 *
 * Version 7: the key of a thread, and of a history, is its owner and its id. `thread.active_at` is
 * when its newest run last changed, kept by triggers, so that a list is read in its order.
 *
 * Version 8, the search index, in which every key begins with a number of the owner:
 * - `search_owner` counts an owner's passages (messages) and their words; `recent` are those words that
 *   are in no postings yet, titles included.
 * - `search_thread` numbers an owner's conversations; `title` is the beginning of what was said.
 * - `search_block` holds the words of some neighbouring passages. The first `inverted` of them are in
 *   the postings, the others are searched where they are.
 * - `search_posting` says in which passages a word stands; a row covers 1,024 conversations.
 * - `search_stale` names threads that have changed since they were indexed. Triggers fill it.
 *
 * Version 9: `sum` holds the checksum of the other columns of its row (damage/summed-table.ts). A table
 * that has such a column is checked; each migration is followed by making the sums that it changed.
 *
 * Version 10: `work_record` holds work that survives without a conversation, one JSON body each.
 *
 * Version 12: `assistant` names the version that is in use of an owner's assistant, and
 * `assistant_version` holds what each of its versions says.
 *
 * Version 13: `document` holds what is known of owners' documents, `document_text` their texts.
 */
export const MIGRATIONS: readonly (string | ((db: DatabaseSync) => void))[] = [
  `
  CREATE TABLE history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    thread TEXT NOT NULL UNIQUE,
    swept_node INTEGER NOT NULL DEFAULT 0,
    swept_checkpoint INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE node (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    history INTEGER NOT NULL REFERENCES history ON DELETE CASCADE,
    hash TEXT NOT NULL,
    leaf INTEGER NOT NULL,
    body TEXT NOT NULL
  );
  CREATE UNIQUE INDEX node_by_hash ON node (history, hash);
  CREATE INDEX node_by_history ON node (history);
  CREATE TABLE checkpoint (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    history INTEGER NOT NULL REFERENCES history ON DELETE CASCADE,
    ns TEXT NOT NULL,
    id TEXT NOT NULL,
    parent TEXT,
    run TEXT,
    newest INTEGER NOT NULL,
    body TEXT NOT NULL,
    meta TEXT NOT NULL
  );
  CREATE UNIQUE INDEX checkpoint_by_id ON checkpoint (history, ns, id);
  CREATE INDEX checkpoint_by_run ON checkpoint (history, run);
  CREATE INDEX checkpoint_by_newest ON checkpoint (history, newest);
  CREATE INDEX checkpoint_by_parent ON checkpoint (history, parent);
  CREATE TABLE write (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    history INTEGER NOT NULL REFERENCES history ON DELETE CASCADE,
    ns TEXT NOT NULL,
    checkpoint TEXT NOT NULL,
    task TEXT NOT NULL,
    idx INTEGER NOT NULL,
    run TEXT NOT NULL,
    path TEXT NOT NULL,
    channel TEXT NOT NULL,
    newest INTEGER NOT NULL,
    body TEXT NOT NULL
  );
  CREATE UNIQUE INDEX write_by_task ON write (history, ns, checkpoint, task, idx, run);

  CREATE TABLE item (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    namespace TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    ttl_ms INTEGER,
    expires_at INTEGER
  );
  CREATE UNIQUE INDEX item_by_key ON item (namespace, key);
  CREATE INDEX item_by_expiry ON item (expires_at) WHERE expires_at IS NOT NULL;

  CREATE TABLE thread (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    config TEXT NOT NULL DEFAULT '{}',
    status TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX thread_by_owner ON thread (owner, updated_at);
  CREATE TABLE run (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    thread TEXT NOT NULL REFERENCES thread ON DELETE CASCADE,
    owner TEXT NOT NULL,
    assistant TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    not_before INTEGER NOT NULL,
    status TEXT NOT NULL,
    attempt INTEGER NOT NULL DEFAULT 0,
    metadata TEXT NOT NULL,
    strategy TEXT NOT NULL,
    request TEXT NOT NULL,
    error TEXT,
    cancel TEXT,
    next_event INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX run_by_thread ON run (thread, seq);
  CREATE INDEX run_open ON run (thread, status) WHERE status IN ('pending', 'running');
  CREATE TABLE event (
    run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    id INTEGER NOT NULL,
    event TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, id)
  ) WITHOUT ROWID;
  `,
  `
  ALTER TABLE thread ADD COLUMN ttl_ms INTEGER;
  CREATE INDEX thread_by_expiry ON thread (updated_at) WHERE ttl_ms IS NOT NULL;
  `,
  `
  CREATE TABLE indexed (
    thread TEXT PRIMARY KEY REFERENCES thread ON DELETE CASCADE,
    checkpoint TEXT,
    title TEXT
  ) WITHOUT ROWID;
  CREATE TABLE spoken (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    thread TEXT NOT NULL REFERENCES thread ON DELETE CASCADE,
    message TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE UNIQUE INDEX spoken_by_message ON spoken (thread, message);
  CREATE VIRTUAL TABLE spoken_text USING fts5 (
    body, content = 'spoken', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
  );
  INSERT INTO spoken_text (spoken_text, rank) VALUES ('secure-delete', 1);
  CREATE TRIGGER spoken_added AFTER INSERT ON spoken BEGIN
    INSERT INTO spoken_text (rowid, body) VALUES (new.id, new.body);
  END;
  CREATE TRIGGER spoken_removed AFTER DELETE ON spoken BEGIN
    INSERT INTO spoken_text (spoken_text, rowid, body) VALUES ('delete', old.id, old.body);
  END;
  `,
  '',
  'DELETE FROM indexed;',
  scrubErrors,
  `
  CREATE TABLE new_thread (
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    active_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    ttl_ms INTEGER,
    metadata TEXT NOT NULL,
    config TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (owner, id)
  ) WITHOUT ROWID;
  INSERT INTO new_thread
    SELECT owner, id, created_at, updated_at,
      coalesce((SELECT max(run.updated_at) FROM run WHERE run.thread = thread.id), created_at),
      status, ttl_ms, metadata, config FROM thread;
  CREATE TABLE new_run (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    thread TEXT NOT NULL,
    owner TEXT NOT NULL,
    assistant TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    not_before INTEGER NOT NULL,
    status TEXT NOT NULL,
    attempt INTEGER NOT NULL DEFAULT 0,
    metadata TEXT NOT NULL,
    strategy TEXT NOT NULL,
    request TEXT NOT NULL,
    error TEXT,
    cancel TEXT,
    next_event INTEGER NOT NULL DEFAULT 0,
    FOREIGN KEY (owner, thread) REFERENCES thread (owner, id) ON DELETE CASCADE
  );
  INSERT INTO new_run SELECT seq, id, thread, owner, assistant, created_at, updated_at, not_before,
    status, attempt, metadata, strategy, request, error, cancel, next_event FROM run;
  CREATE TABLE new_history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner TEXT NOT NULL,
    thread TEXT NOT NULL,
    swept_node INTEGER NOT NULL DEFAULT 0,
    swept_checkpoint INTEGER NOT NULL DEFAULT 0,
    UNIQUE (owner, thread)
  );
  INSERT INTO new_history SELECT history.id, coalesce(thread.owner, ''), history.thread,
      history.swept_node, history.swept_checkpoint
    FROM history LEFT JOIN thread
      ON thread.id = history.thread OR 'events of ' || thread.id = history.thread;
  DROP TABLE indexed;
  DROP TRIGGER spoken_added;
  DROP TRIGGER spoken_removed;
  DROP TABLE spoken_text;
  DROP TABLE spoken;
  DROP TABLE run;
  DROP TABLE thread;
  DROP TABLE history;
  ALTER TABLE new_thread RENAME TO thread;
  ALTER TABLE new_run RENAME TO run;
  ALTER TABLE new_history RENAME TO history;
  CREATE INDEX thread_by_activity ON thread (owner, active_at, id);
  CREATE INDEX thread_by_creation ON thread (owner, created_at, id);
  CREATE INDEX thread_by_update ON thread (owner, updated_at, created_at, id);
  CREATE INDEX thread_by_expiry ON thread (updated_at) WHERE ttl_ms IS NOT NULL;
  CREATE INDEX run_by_thread ON run (owner, thread, seq);
  CREATE INDEX run_open ON run (owner, thread, status) WHERE status IN ('pending', 'running');
  CREATE INDEX item_expiring ON item (namespace) WHERE ttl_ms IS NOT NULL;
  CREATE TRIGGER run_added AFTER INSERT ON run BEGIN
    UPDATE thread SET active_at = max(active_at, new.updated_at)
      WHERE owner = new.owner AND id = new.thread;
  END;
  CREATE TRIGGER run_changed AFTER UPDATE OF updated_at ON run BEGIN
    UPDATE thread SET active_at = max(active_at, new.updated_at)
      WHERE owner = new.owner AND id = new.thread;
  END;
  CREATE TRIGGER run_removed AFTER DELETE ON run BEGIN
    UPDATE thread SET active_at = coalesce(
        (SELECT max(updated_at) FROM run WHERE owner = old.owner AND thread = old.thread), created_at
      ) WHERE owner = old.owner AND id = old.thread;
  END;
  `,
  `
  CREATE TABLE search_owner (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL UNIQUE,
    passages INTEGER NOT NULL DEFAULT 0,
    words INTEGER NOT NULL DEFAULT 0,
    recent INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE search_thread (
    owner INTEGER NOT NULL,
    number INTEGER NOT NULL,
    thread TEXT NOT NULL,
    title TEXT,
    PRIMARY KEY (owner, number)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX search_thread_by_id ON search_thread (owner, thread);
  CREATE TABLE search_block (
    id INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL,
    thread INTEGER NOT NULL,
    start INTEGER NOT NULL,
    inverted INTEGER NOT NULL,
    passages INTEGER NOT NULL,
    heads BLOB NOT NULL,
    body BLOB NOT NULL
  );
  CREATE UNIQUE INDEX search_block_by_place ON search_block (owner, thread, start);
  CREATE INDEX search_block_recent ON search_block (owner) WHERE inverted < passages;
  CREATE TABLE search_posting (
    owner INTEGER NOT NULL,
    word TEXT NOT NULL,
    part INTEGER NOT NULL,
    entries BLOB NOT NULL,
    PRIMARY KEY (owner, word, part)
  ) WITHOUT ROWID;
  CREATE TABLE search_stale (
    owner TEXT NOT NULL,
    thread TEXT NOT NULL,
    PRIMARY KEY (owner, thread)
  ) WITHOUT ROWID;
  INSERT INTO search_stale (owner, thread) SELECT owner, id FROM thread;
  CREATE TRIGGER thread_added AFTER INSERT ON thread BEGIN
    INSERT OR IGNORE INTO search_stale (owner, thread) VALUES (new.owner, new.id);
  END;
  CREATE TRIGGER thread_changed AFTER UPDATE OF metadata ON thread BEGIN
    INSERT OR IGNORE INTO search_stale (owner, thread) VALUES (new.owner, new.id);
  END;
  CREATE TRIGGER checkpoint_added AFTER INSERT ON checkpoint WHEN new.ns = '' BEGIN
    INSERT OR IGNORE INTO search_stale (owner, thread)
      SELECT thread.owner, thread.id FROM history
        JOIN thread ON thread.owner = history.owner AND thread.id = history.thread
      WHERE history.id = new.history;
  END;
  CREATE TRIGGER checkpoint_removed AFTER DELETE ON checkpoint
  WHEN old.ns = '' AND NOT EXISTS (
    SELECT 1 FROM checkpoint WHERE history = old.history AND ns = '' AND id > old.id
  ) BEGIN
    INSERT OR IGNORE INTO search_stale (owner, thread)
      SELECT thread.owner, thread.id FROM history
        JOIN thread ON thread.owner = history.owner AND thread.id = history.thread
      WHERE history.id = old.history;
  END;
  `,
  `
  ALTER TABLE history ADD COLUMN sum BLOB NOT NULL DEFAULT x'00000000';
  ALTER TABLE node ADD COLUMN sum BLOB NOT NULL DEFAULT x'00000000';
  ALTER TABLE checkpoint ADD COLUMN sum BLOB NOT NULL DEFAULT x'00000000';
  ALTER TABLE write ADD COLUMN sum BLOB NOT NULL DEFAULT x'00000000';
  ALTER TABLE item ADD COLUMN sum BLOB NOT NULL DEFAULT x'00000000';
  ALTER TABLE thread ADD COLUMN sum BLOB NOT NULL DEFAULT x'00000000';
  ALTER TABLE run ADD COLUMN sum BLOB NOT NULL DEFAULT x'00000000';
  ALTER TABLE event ADD COLUMN sum BLOB NOT NULL DEFAULT x'00000000';
  ALTER TABLE search_owner ADD COLUMN sum BLOB NOT NULL DEFAULT x'00000000';
  ALTER TABLE search_thread ADD COLUMN sum BLOB NOT NULL DEFAULT x'00000000';
  ALTER TABLE search_block ADD COLUMN sum BLOB NOT NULL DEFAULT x'00000000';
  ALTER TABLE search_posting ADD COLUMN sum BLOB NOT NULL DEFAULT x'00000000';
  ALTER TABLE search_stale ADD COLUMN sum BLOB NOT NULL DEFAULT x'00000000';
  `,
  ...MIGRATIONS_SINCE_10,
];
