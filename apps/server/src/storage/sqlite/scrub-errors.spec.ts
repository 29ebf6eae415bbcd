import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { DATABASE_FILE } from './database.ts';
import { storeTree } from './node-table.ts';
import { Connection } from './connection.ts';
import { FoundDamage } from './damage/found-damage.ts';
import { encode } from '../encode.ts';
import { APPLICATION_ID, MIGRATIONS } from './schema.ts';
import { openSqliteStorage } from './sqlite-storage.ts';
import { filesHolding } from './testing/files-holding.ts';

const THREAD = '0199d0c0-0000-7000-8000-000000000001';
const RUN = '0199d0c0-0000-7000-8000-000000000002';
const OWNER = '3f2b8a54-6c1e-4d8e-9a77-0123456789ab';
const CANARY = 'sk-canary-that-a-provider-quoted';
const KEPT = 'what the person said and keeps';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'scrub-'));
  const db = new DatabaseSync(join(directory, DATABASE_FILE));
  for (const step of MIGRATIONS.slice(0, 5)) db.exec(String(step));
  db.exec(
    `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 5; PRAGMA journal_mode = WAL`,
  );
  const connection = new Connection(db, new FoundDamage(db, [], []), () => undefined);
  db.exec('BEGIN');
  const openHistory = (thread: string) =>
    Number(db.prepare('INSERT INTO history (thread) VALUES (?)').run(thread).lastInsertRowid);
  // Long enough to lie in nodes of their own, some of them shared with what stays.
  const message = { text: `${KEPT} `.repeat(40) };
  const error = { message: `401 ${CANARY} `.repeat(40), name: 'Error', sent: [message] };
  const history = openHistory(THREAD);
  const body = (value: unknown) => storeTree(connection, history, encode(value));
  const write = db.prepare(
    `INSERT INTO write (history, ns, checkpoint, task, idx, run, path, channel, newest, body)
     VALUES (?, '', 'c', 't', ?, '', '', ?, ?, ?)`,
  );
  const [kept, failed] = [body(message), body(error)];
  write.run(history, 0, 'messages', kept.newest, kept.text);
  write.run(history, -1, '__error__', failed.newest, failed.text);
  db.exec(`INSERT INTO thread (id, owner, created_at, updated_at, metadata, status)
    VALUES ('${THREAD}', '${OWNER}', 1, 1, '{}', 'error');
    INSERT INTO run (id, thread, owner, assistant, created_at, updated_at, not_before, status,
      metadata, strategy, request) VALUES ('${RUN}', '${THREAD}', '${OWNER}', 'memory', 1, 1, 1,
      'error', '{}', 'reject', '{}')`);
  const events = openHistory(`events of ${THREAD}`);
  const event = db.prepare('INSERT INTO event (run, id, event, body) VALUES (?, ?, ?, ?)');
  const told = [
    ['values', message],
    ['tasks', { error, result: message }],
    ['debug|a:1', { payload: { error } }],
    ['error', { error: 'model-key', message: 'in our words' }],
  ] as const;
  for (const [id, [name, data]] of told.entries())
    event.run(RUN, id, name, storeTree(connection, events, encode(data)).text);
  db.exec('COMMIT');
  db.close();
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

it('erases the words of errors from every file, and nothing else', async () => {
  expect(readable(CANARY)).toBe(true);
  const storage = await openSqliteStorage(directory);
  expect(readable(CANARY)).toBe(false);
  const events = await storage.events.read(RUN, -1, 10);
  expect(events.map(({ event }) => event)).toEqual(['values', 'error']);
  expect(JSON.stringify(events)).toContain(KEPT);
  await storage.close();
  expect([readable(CANARY), readable(KEPT)]).toEqual([false, true]);
});

/** Whether a file holds the words as they are, or deflated. */
function readable(words: string): boolean {
  return filesHolding(directory, words).length > 0;
}
