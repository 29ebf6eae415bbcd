import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { TEMPORARY_TTL_MINUTES } from '#contract/memory-mode';

import { createRunEngine } from '../runs/create-run-engine.ts';
import { StorageError } from '../storage/storage-error.ts';
import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';
import { pino } from 'pino';
import { eraseExpired } from './expiry.ts';

const MINUTE = 60_000;
const said = { messages: [{ role: 'human', content: 'Good morning.' }] };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Erases what would have expired after that many minutes; replies which of these threads are left. */
async function leftAfter(owner: string, minutes: number): Promise<string[]> {
  const { storage } = server;
  const engine = createRunEngine({ storage, graphs: new Map(), logger: pino({ level: 'silent' }) });
  await eraseExpired({ storage, engine }, new Date(Date.now() + minutes * MINUTE));
  const threads = await server.client(owner).threads.search({ limit: 100 });
  return threads.map(({ thread_id: id }) => id);
}

describe('the time to live of a conversation', () => {
  it('ends it, counted from its last use; without one it stays', async () => {
    const owner = newScope();
    const { threads } = server.client(owner);
    const { thread_id: stays } = await threads.create();
    const { thread_id: goes } = await threads.create({ ttl: 10 });
    const { thread_id: later } = await threads.create({ ttl: { ttl: 20, strategy: 'delete' } });
    expect((await leftAfter(owner, 9)).sort()).toEqual([stays, goes, later].sort());
    expect((await leftAfter(owner, 11)).sort()).toEqual([stays, later].sort());
    expect(await leftAfter(owner, 30)).toEqual([stays]);
  });

  it('waits for a run that is under way', async () => {
    const owner = newScope();
    const client = server.client(owner);
    const { thread_id: busy } = await client.threads.create({ ttl: 1 });
    const { run_id: run } = await client.runs.create(busy, 'held', { input: {} });
    expect(await leftAfter(owner, 100)).toEqual([busy]);
    await client.runs.cancel(busy, run, true);
    expect(await leftAfter(owner, 100)).toEqual([]);
  });

  it('is that of a temporary conversation by itself, and ends when it is kept after all', async () => {
    const owner = newScope();
    const { threads } = server.client(owner);
    const temporary = { metadata: { memory_mode: 'temporary' } };
    const { thread_id: goes } = await threads.create(temporary);
    const { thread_id: kept } = await threads.create(temporary);
    const { thread_id: made } = await threads.create();
    await threads.update(kept, { metadata: { memory_mode: 'off' } });
    await threads.update(made, temporary);
    expect(await leftAfter(owner, TEMPORARY_TTL_MINUTES - 1)).toHaveLength(3);
    expect(await leftAfter(owner, TEMPORARY_TTL_MINUTES + 1)).toEqual([kept]);
    expect([goes, made]).not.toContain(kept);
  });

  it('is counted anew by a page that says it still shows a temporary conversation', async () => {
    const owner = newScope();
    const { threads } = server.client(owner);
    const { thread_id: id } = await threads.create({ metadata: { memory_mode: 'temporary' } });
    const before = (await threads.get(id)).updated_at;
    await expect
      .poll(async () => {
        await server.ask(owner, 'PATCH', `/threads/${id}`, {});
        return (await threads.get(id)).updated_at;
      })
      .not.toBe(before);
    expect((await threads.get(id)).metadata).toMatchObject({ memory_mode: 'temporary' });
    expect(await leftAfter(owner, TEMPORARY_TTL_MINUTES + 1)).toEqual([]);
  });

  it('is never given to a conversation that has messages', async () => {
    const owner = newScope();
    const { runs, threads } = server.client(owner);
    const { thread_id: id } = await threads.create();
    await runs.wait(id, 'memory', { input: said });
    const temporary = { metadata: { memory_mode: 'temporary' } };
    const response = await server.ask(owner, 'PATCH', `/threads/${id}`, temporary);
    expect(response.status).toBe(409);
    expect(((await response.json()) as { message: string }).message).toContain('has messages');
    expect((await threads.get(id)).metadata).not.toHaveProperty('memory_mode');
    expect(await leftAfter(owner, TEMPORARY_TTL_MINUTES + 1)).toEqual([id]);
  });

  it('is that of the thread of a run without one, if neither run nor erasing could be stored', async () => {
    const owner = newScope();
    const ask = (on_completion: string) =>
      server.ask(owner, 'POST', '/runs/wait', { assistant_id: 'memory', input, on_completion });
    const input = { messages: [{ role: 'human', content: 'Hi.' }] };
    const refusal = new StorageError('unavailable', 'The disk is full.');
    vi.spyOn(server.storage.runs, 'create').mockRejectedValueOnce(refusal);
    vi.spyOn(server.storage.threads, 'delete').mockRejectedValueOnce(refusal);
    expect((await ask('delete')).status).toBe(503);
    expect(await (await ask('keep')).json()).toHaveProperty('messages');
    expect(await leftAfter(owner, 59)).toHaveLength(2);
    const [kept, ...more] = await leftAfter(owner, 61);
    expect([typeof kept, more]).toEqual(['string', []]);
  });

  it.each([
    ['a mode that there is not', { metadata: { memory_mode: 'never' } }, 'memory_mode'],
    ['a time below 0', { ttl: -1 }, 'ttl'],
    ['another strategy', { ttl: { ttl: 1, strategy: 'archive' } }, 'ttl'],
  ])('refuses %s', async (_, body, named) => {
    const owner = newScope();
    const { thread_id: id } = await server.client(owner).threads.create();
    for (const [method, path] of [
      ['POST', '/threads'],
      ['PATCH', `/threads/${id}`],
    ] as const) {
      const response = await server.ask(owner, method, path, body);
      expect(response.status).toBe(422);
      expect(((await response.json()) as { message: string }).message).toContain(named);
    }
  });
});
