import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, it } from 'vitest';

import type { DamagedThing } from '../damage.ts';
import type { Storage } from '../storage.ts';
import { chat, say } from '../testing/chat.ts';
import { DATABASE_FILE } from './database.ts';
import { openSqliteStorage } from './sqlite-storage.ts';
import { checkDatabase } from './check/check-database.ts';

const OWNER = 'alice';
const PAGE = { limit: 10, offset: 0 };

let directory: string;
let storage: Storage;
let damaged: string;
let sound: string;
let damagedRun: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'throughline-damage-'));
  storage = await openSqliteStorage(directory);
  [damaged, damagedRun] = await talk('the first words');
  [sound] = await talk('other words');
});
afterEach(async () => {
  await storage.close();
  rmSync(directory, { recursive: true });
});

/** A thread with one run, its event and what was said in it. */
async function talk(words: string): Promise<[threadId: string, runId: string]> {
  const [threadId, runId] = [randomUUID(), randomUUID()];
  await storage.threads.create({ threadId, owner: OWNER, metadata: {} }, 'raise');
  const rest = { metadata: {}, multitaskStrategy: 'enqueue', request: {}, notBefore: new Date(0) };
  await storage.runs.create(
    { runId, threadId, owner: OWNER, assistantId: 'graph', ...rest },
    'enqueue',
  );
  const attempt = { owner: OWNER, threadId, runId, attempt: 1 };
  await storage.runs.claim(runId, 0, new Date());
  const config = { configurable: { thread_id: threadId } };
  await chat(storage.fenced(attempt)).invoke({ messages: [say(words)] }, config);
  await storage.events.append(attempt, [{ event: 'values', data: { words } }]);
  await storage.runs.finish(attempt, { status: 'success' });
  return [threadId, runId];
}

/** Closes the storage, changes the file as no program of ours does, and opens it again. */
async function tamper(sql: string, ...values: (string | number)[]): Promise<void> {
  await storage.close();
  const db = new DatabaseSync(join(directory, DATABASE_FILE));
  db.exec('PRAGMA foreign_keys = OFF');
  expect(db.prepare(sql).run(...values).changes).toBeGreaterThan(0);
  db.close();
  storage = await openSqliteStorage(directory);
}

function found(): DamagedThing[] {
  const things: DamagedThing[] = [];
  storage.damage.tell((thing) => things.push(thing));
  return things;
}

const listed = async () => {
  const { items } = await storage.conversations.list(OWNER, PAGE);
  return new Map(items.map(({ thread }) => [thread.threadId, thread]));
};

const OF_THREAD = 'history = (SELECT id FROM history WHERE thread = ?)';

const DAMAGE: [name: string, sql: string, of: () => string][] = [
  [
    'body of a message',
    `UPDATE node SET body = replace(body, 'a', 'b') WHERE ${OF_THREAD}`,
    () => damaged,
  ],
  [
    'parent of a checkpoint',
    `UPDATE checkpoint SET parent = 'x' WHERE ${OF_THREAD}`,
    () => damaged,
  ],
  [
    'time of a checkpoint',
    `UPDATE checkpoint SET newest = newest + 1 WHERE ${OF_THREAD}`,
    () => damaged,
  ],
  ['name of a history', `UPDATE history SET swept_node = 99 WHERE thread = ?`, () => damaged],
  ['owner of a run', `UPDATE run SET owner = 'mallory' WHERE id = ?`, () => damagedRun],
  ['status of a run', `UPDATE run SET status = 'running' WHERE id = ?`, () => damagedRun],
  ['body of an event', `UPDATE event SET body = '{}' WHERE run = ?`, () => damagedRun],
  ['metadata of a thread', `UPDATE thread SET metadata = '{"a":1}' WHERE id = ?`, () => damaged],
  ['time of a thread', `UPDATE thread SET updated_at = 5 WHERE id = ?`, () => damaged],
  ['time to live of a thread', `UPDATE thread SET ttl_ms = 1 WHERE id = ?`, () => damaged],
];

it.each(DAMAGE)(
  'names the thread when the %s is damaged, and the rest goes on',
  async (_, sql, of) => {
    await tamper(sql, of());
    expect(found().map(({ thread }) => thread)).toContainEqual({ owner: OWNER, threadId: damaged });
    expect(found().every(({ thread }) => thread?.threadId === damaged)).toBe(true);
    expect(checkDatabase(join(directory, DATABASE_FILE)).damage).toEqual(found());
    const threads = await listed();
    expect(threads.size).toBe(2);
    expect(threads.get(damaged)).toMatchObject({ status: 'error' });
    expect(threads.get(damaged)?.damage).toMatch(
      new RegExp(`^The conversation ${damaged} is damaged`),
    );
    expect(threads.get(sound)).toMatchObject({ status: 'idle', damage: undefined });
    expect(await storage.threads.search(OWNER, PAGE)).toHaveLength(2);
    expect(await storage.threads.search(OWNER, { ...PAGE, status: 'error' })).toHaveLength(1);
    expect(await storage.threads.search('mallory', PAGE)).toEqual([]);
    expect(await storage.threads.expired(new Date())).toEqual([]);
    expect((await storage.conversations.search(OWNER, 'other', PAGE)).total).toBe(1);
    const config = { configurable: { thread_id: sound } };
    expect(await storage.checkpointer(OWNER).getTuple(config)).toBeDefined();

    expect(await storage.threads.delete('mallory', damaged)).toBe(false);
    expect(await storage.threads.delete(OWNER, damaged)).toBe(true);
    expect([...(await listed()).keys()]).toEqual([sound]);
    await storage.close();
    storage = await openSqliteStorage(directory);
    expect(found()).toEqual([]);
    expect(checkDatabase(join(directory, DATABASE_FILE)).damage).toEqual([]);
  },
);

it('never gives damaged words as what was said', async () => {
  await tamper(
    `UPDATE node SET body = replace(body, 'first', 'worst') WHERE ${OF_THREAD}`,
    damaged,
  );
  const config = { configurable: { thread_id: damaged } };
  await expect(storage.checkpointer(OWNER).getTuple(config)).rejects.toMatchObject({
    kind: 'damaged',
    message: expect.stringContaining(damaged) as string,
  });
});

it('finds damage that comes while the server runs', async () => {
  const db = new DatabaseSync(join(directory, DATABASE_FILE));
  db.prepare(`UPDATE checkpoint SET parent = 'x' WHERE ${OF_THREAD}`).run(damaged);
  db.close();
  expect(found()).toEqual([]);
  const config = { configurable: { thread_id: damaged } };
  await expect(storage.checkpointer(OWNER).getTuple(config)).rejects.toMatchObject({
    kind: 'damaged',
  });
  expect(found()).toMatchObject([{ table: 'checkpoint', thread: { threadId: damaged } }]);
  expect((await listed()).get(damaged)?.damage).toBeDefined();
});

it('does not make a damaged row look right by changing it', async () => {
  await tamper(`UPDATE run SET metadata = '{"a":1}', status = 'pending' WHERE id = ?`, damagedRun);
  await expect(storage.runs.claim(damagedRun, 1, new Date())).rejects.toMatchObject({
    kind: 'damaged',
  });
  expect(await storage.runs.open()).toEqual([]);
  await expect(storage.threads.patch(OWNER, sound, { title: 'mine' })).resolves.toBeDefined();
});

it('leaves damaged items of the store out of lists, and never erases them as expired', async () => {
  for (const key of ['a', 'b']) await storage.store.put([OWNER, 'notes'], key, { key });
  await tamper(`UPDATE item SET expires_at = 5 WHERE key = 'a'`);
  expect(found()).toMatchObject([{ table: 'item', thread: undefined }]);
  await expect(storage.store.get([OWNER, 'notes'], 'a')).rejects.toMatchObject({ kind: 'damaged' });
  const items = await storage.store.search([OWNER]);
  expect(items.map(({ key }) => key)).toEqual(['b']);
  await storage.sweepExpired();
  await storage.store.delete([OWNER, 'notes'], 'a');
  expect(await storage.store.get([OWNER, 'notes'], 'a')).toBeNull();
});

it('makes an index anew that does not lead to its rows', async () => {
  await storage.close();
  const path = join(directory, DATABASE_FILE);
  const db = new DatabaseSync(path, { defensive: false });
  const sql = String(
    db.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'checkpoint_by_id'`).get()?.['sql'],
  );
  // For a moment the index is one over a part of the table, so that it misses the last row.
  const become = (text: string) => {
    db.exec('PRAGMA writable_schema = ON');
    db.prepare(`UPDATE sqlite_schema SET sql = ? WHERE name = 'checkpoint_by_id'`).run(text);
    db.exec('PRAGMA writable_schema = RESET');
  };
  become(`${sql} WHERE seq < (1)`);
  db.exec('REINDEX checkpoint_by_id');
  become(sql);
  db.close();
  expect(checkDatabase(path).damage).toEqual(['the index checkpoint_by_id']);
  storage = await openSqliteStorage(directory);
  expect(found()).toEqual([]);
  expect(checkDatabase(path).damage).toEqual([]);
  expect((await listed()).size).toBe(2);
});

it('refuses a file whose tables are not those of its version', async () => {
  await storage.close();
  const path = join(directory, DATABASE_FILE);
  const change = (sql: string) => {
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
  };
  const index = 'run_open ON run (owner, thread, status)';
  change(`DROP INDEX run_open; CREATE INDEX ${index}`);
  await expect(openSqliteStorage(directory)).rejects.toMatchObject({ kind: 'damaged' });
  change(`DROP INDEX run_open; CREATE INDEX ${index} WHERE status IN ('pending', 'running')`);
  storage = await openSqliteStorage(directory);
});
