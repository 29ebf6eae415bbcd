import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { DATABASE_FILE } from '../storage/sqlite/database.ts';
import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

interface Shown {
  readonly thread_id: string;
  readonly status: string;
  readonly error?: string;
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function talk(scope: string, content: string): Promise<string> {
  const client = server.client(scope);
  const { thread_id } = await client.threads.create();
  await client.runs.wait(thread_id, 'memory', { input: { messages: [{ role: 'user', content }] } });
  return thread_id;
}

/** Changes the database as no program of ours does. */
function damage(thread: string): void {
  const db = new DatabaseSync(join(server.dataDir, DATABASE_FILE));
  const of = '(SELECT id FROM history WHERE thread = ?)';
  db.prepare(`UPDATE checkpoint SET newest = newest + 1 WHERE history = ${of}`).run(thread);
  db.close();
}

it('lists a damaged conversation among the others, says so when it is opened, and erases it', async () => {
  const scope = newScope();
  const [sound, damaged] = [await talk(scope, 'Good morning.'), await talk(scope, 'Good night.')];
  damage(damaged);
  const sentence = expect.stringContaining(`The conversation ${damaged} is damaged`) as string;
  const opened = await server.ask(scope, 'GET', `/threads/${damaged}/state`);
  expect([opened.status, await opened.json()]).toEqual([
    500,
    { error: 'damaged', message: sentence },
  ]);
  for (const [method, path, body] of [
    ['POST', '/threads/search', { limit: 10 }],
    ['POST', '/threads/search', { limit: 10, status: 'error' }],
    ['GET', '/conversations', undefined],
  ] as const) {
    const reply = await server.ask(scope, method, path, body);
    expect([path, reply.status]).toEqual([path, 200]);
    const threads = (await reply.json()) as Shown[];
    const found = threads.find((thread) => thread.thread_id === damaged);
    expect(found).toMatchObject({ status: 'error', error: sentence });
    if (body === undefined || !('status' in body))
      expect(threads.find((thread) => thread.thread_id === sound)?.status).toBe('idle');
  }
  const searched = await server.ask(scope, 'POST', '/conversations/search', { query: 'good' });
  expect(searched.status).toBe(200);
  expect((await server.ask(newScope(), 'DELETE', `/threads/${damaged}`)).status).toBe(404);
  expect((await server.ask(scope, 'DELETE', `/threads/${damaged}`)).status).toBe(204);
  const left = (await (await server.ask(scope, 'GET', '/conversations')).json()) as Shown[];
  expect(left.map((thread) => thread.thread_id)).toEqual([sound]);
});
