/**
 * Migrations to version 10 and later, which MIGRATIONS ends with and describes: records of work, what
 * is left out of recall, assistants and documents of owners.
 */
export const MIGRATIONS_SINCE_10: readonly string[] = [
  `
  CREATE TABLE work_record (
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    saved_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    sum BLOB NOT NULL DEFAULT x'00000000',
    PRIMARY KEY (owner, kind, id)
  ) WITHOUT ROWID;
  `,
  // What is in attached text files is found from now on.
  `
  CREATE INDEX thread_left_out_of_recall ON thread (owner, id) WHERE CASE WHEN json_valid(metadata) THEN
    json_extract(metadata, '$.memory_mode') IN ('off', 'temporary')
    OR json_extract(metadata, '$.recall') = 'off' END;
  INSERT OR IGNORE INTO search_stale (owner, thread) SELECT owner, id FROM thread;
  `,
  `
  CREATE TABLE assistant (
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    version INTEGER NOT NULL,
    sum BLOB NOT NULL DEFAULT x'00000000',
    PRIMARY KEY (owner, id)
  ) WITHOUT ROWID;
  CREATE TABLE assistant_version (
    owner TEXT NOT NULL,
    assistant TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    sum BLOB NOT NULL DEFAULT x'00000000',
    PRIMARY KEY (owner, assistant, version),
    FOREIGN KEY (owner, assistant) REFERENCES assistant (owner, id) ON DELETE CASCADE
  ) WITHOUT ROWID;
  `,
  `
  CREATE TABLE document (
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    format TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    pages INTEGER,
    length INTEGER NOT NULL,
    hash TEXT NOT NULL,
    extractor TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    sum BLOB NOT NULL DEFAULT x'00000000',
    PRIMARY KEY (owner, id)
  ) WITHOUT ROWID;
  CREATE TABLE document_text (
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    sum BLOB NOT NULL DEFAULT x'00000000',
    PRIMARY KEY (owner, id)
  ) WITHOUT ROWID;
  `,
];
