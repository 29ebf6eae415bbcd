import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { BaseMessage, HumanMessage } from '@langchain/core/messages';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';

import type { Storage } from '../storage.ts';
import { DATABASE_FILE } from './database.ts';
import { text, type Row } from './row.ts';
import { APPLICATION_ID, MIGRATIONS } from './schema.ts';
import { openSqliteStorage } from './sqlite-storage.ts';
import { filesHolding } from './testing/files-holding.ts';

/**
 * Every row of a database that version 3 wrote, by table: a conversation of two turns with the
 * memory agent, in which it was taught "I fly a PC-12" and asked what it remembers.
 */
const ROWS = JSON.parse(
  readFileSync(new URL('./testing/version-3.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, readonly Row[]>>;
const OWNER = text(ROWS['thread']?.[0] ?? {}, 'owner');
const THREAD = text(ROWS['thread']?.[0] ?? {}, 'id');

let directory: string;
let storage: Storage;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'earlier-'));
  const db = new DatabaseSync(join(directory, DATABASE_FILE), {
    enableForeignKeyConstraints: false,
  });
  for (const step of MIGRATIONS.slice(0, 3)) db.exec(String(step));
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 3`);
  for (const [table, rows] of Object.entries(ROWS))
    for (const row of rows) {
      const names = Object.keys(row);
      db.prepare(
        `INSERT INTO "${table}" (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      ).run(...Object.values(row));
    }
  db.close();
  storage = await openSqliteStorage(directory);
});

afterEach(async () => {
  await storage.close();
  rmSync(directory, { recursive: true });
});

const here = { configurable: { thread_id: THREAD, checkpoint_ns: '' } };

async function said(): Promise<string[]> {
  const tuple = await storage.checkpointer(OWNER).getTuple(here);
  const messages = tuple?.checkpoint.channel_values['messages'];
  if (!Array.isArray(messages)) return [];
  return messages.map((message: unknown) => (BaseMessage.isInstance(message) ? message.text : ''));
}

it('is opened with all that it holds', async () => {
  const before = await said();
  expect(before).toHaveLength(6);
  expect([before[0], before.at(-1)]).toEqual([
    'Please remember that I fly a PC-12.',
    'This is what I remember:\n- I fly a PC-12',
  ]);
  const runs = await storage.runs.list(OWNER, THREAD, { limit: 10, offset: 0 });
  expect(runs.map(({ request }) => request['graph_id'])).toEqual(['memory', 'memory']);
  const events = await storage.events.read(runs[0]?.runId ?? '', -1, 100);
  expect(events.map(({ event }) => event)).toContain('values');
  expect(JSON.stringify(events)).toContain('This is what I remember');
  const memory = await storage.store.get(memoryNamespace(OWNER), MEMORY_PATH);
  expect(JSON.stringify(memory?.value)).toContain('I fly a PC-12');
});

it('goes on, and is erased, with what was written before and since', async () => {
  const before = await said();
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('hear', () => ({}))
    .addEdge(START, 'hear')
    .compile({ checkpointer: storage.checkpointer(OWNER) });
  const more = `said since ${'and since '.repeat(20)}`;
  await graph.invoke({ messages: [new HumanMessage(more)] }, { ...here, durability: 'sync' });
  expect(await said()).toEqual([...before, more]);
  const known = ['Please remember that I fly', 'said since and since'];
  for (const words of known) expect(filesHolding(directory, words)).not.toEqual([]);
  await storage.threads.delete(OWNER, THREAD);
  for (const words of known) expect(filesHolding(directory, words)).toEqual([]);
});
