import type { DatabaseSync } from 'node:sqlite';

/** Tables of the search index. They are derived from the conversations, so damage of them loses nothing. */
const SEARCH_TABLES = ['posting', 'block', 'thread', 'owner', 'stale'].map(
  (name) => `search_${name}`,
);

/** Empties a damaged search index: every conversation is indexed anew by its owner's next search. */
export function emptySearchIndex(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const table of SEARCH_TABLES) db.exec(`REINDEX ${table}; DELETE FROM ${table}`);
    db.exec('INSERT INTO search_stale (owner, thread) SELECT owner, id FROM thread');
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
