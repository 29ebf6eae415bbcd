import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.close());

it('deletes the owner’s threads that are named, a busy one too, and nothing else', async () => {
  const [client, other] = [server.client(newScope()), server.client(newScope())];
  const made = async (of: typeof client) => (await of.threads.create()).thread_id;
  const [first, busy, kept] = [await made(client), await made(client), await made(client)];
  const foreign = await made(other);
  const run = await client.runs.create(busy, 'held', { input: {} });
  const ids = [first, first, busy, foreign, randomUUID()];
  expect(await client.threads.prune(ids)).toEqual({ pruned_count: 2 });
  expect((await client.threads.search()).map((thread) => thread.thread_id)).toEqual([kept]);
  await expect(client.runs.get(busy, run.run_id)).rejects.toThrow(/404/);
  expect(await other.threads.get(foreign)).toMatchObject({ thread_id: foreign });
});

it('is refused for ids that are none, for too many, and for what happens by itself', async () => {
  const scope = newScope();
  const client = server.client(scope);
  const { thread_id: id } = await client.threads.create();
  for (const body of [
    { thread_ids: [id, 'x'] },
    { thread_ids: Array.from({ length: 1001 }, () => id) },
    { thread_ids: [id], strategy: 'keep_latest' },
    {},
  ])
    expect((await server.ask(scope, 'POST', '/threads/prune', body)).status).toBe(422);
  expect(await client.threads.count()).toBe(1);
});
