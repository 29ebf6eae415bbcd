import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PRIVATE_CONTENTS_KEY, PRIVATE_OWNER_KEY, PRIVATE_STATE_KEYS } from '#contract/names';
import type { Client } from '@langchain/langgraph-sdk';

import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const human = (content: string) => ({ messages: [{ role: 'human', content }] });

interface Said {
  messages: { type: string; content: unknown; id?: string }[];
}

async function conversation(client: Client, ...said: string[]): Promise<string> {
  const { thread_id: threadId } = await client.threads.create();
  for (const text of said) await client.runs.wait(threadId, 'memory', { input: human(text) });
  return threadId;
}

describe('threads', () => {
  it('are made once, under the id asked for', async () => {
    const client = server.client(newScope());
    const made = await client.threads.create({ metadata: { title: 'a' } });
    expect(made).toMatchObject({ status: 'idle', metadata: { title: 'a' }, values: null });
    const { thread_id: threadId } = made;
    await expect(client.threads.create({ threadId })).rejects.toThrow(/409/);
    const again = await client.threads.create({ threadId, ifExists: 'do_nothing' });
    expect(again.created_at).toBe(made.created_at);
    expect(again.metadata).toEqual({ title: 'a' });
  });

  it('merge metadata, and are gone when deleted', async () => {
    const owner = newScope();
    const client = server.client(owner);
    const threadId = await conversation(client, 'Hi.');
    await client.threads.update(threadId, { metadata: { title: 'b' } });
    const { metadata } = await client.threads.get(threadId);
    expect(metadata).toMatchObject({ title: 'b', graph_id: 'memory' });
    expect((await server.ask(owner, 'DELETE', `/threads/${threadId}`)).status).toBe(204);
    for (const path of ['', '/state', '/history', '/runs'])
      expect((await server.ask(owner, 'GET', `/threads/${threadId}${path}`)).status).toBe(404);
    expect((await server.ask(owner, 'DELETE', `/threads/${threadId}`)).status).toBe(404);
  });

  it('are deleted while a run goes on, which ends with them', async () => {
    const client = server.client(newScope());
    const { thread_id: threadId } = await client.threads.create();
    const stream = client.runs.stream(threadId, 'held', { input: {}, streamMode: 'custom' });
    const events: string[] = [];
    for await (const { event } of stream) {
      if (event === 'custom') await client.threads.delete(threadId);
      events.push(event);
    }
    expect(events.at(-1)).toBe('custom');
    expect(await client.threads.count()).toBe(0);
  });

  it('are found by metadata, status and ids, by pages whose total is true', async () => {
    const owner = newScope();
    const client = server.client(owner);
    const ids: string[] = [];
    for (const kind of ['x', 'y', 'x']) {
      const { thread_id } = await client.threads.create({
        metadata: { kind, deep: { a: 1, b: 2 } },
      });
      ids.push(thread_id);
    }
    const found = await client.threads.search({ metadata: { kind: 'x', deep: { a: 1 } } });
    expect(found.map(({ thread_id }) => thread_id)).toEqual([ids[2], ids[0]]);
    expect(await client.threads.count({ metadata: { kind: 'y' } })).toBe(1);
    expect(await client.threads.search({ ids: [ids[1] ?? ''] })).toHaveLength(1);
    expect(await client.threads.search({ status: 'busy' })).toEqual([]);
    const oldest = await client.threads.search({
      sortBy: 'created_at',
      sortOrder: 'asc',
      limit: 1,
    });
    expect(oldest[0]?.thread_id).toBe(ids[0]);
    const page = (offset: number, limit: number) =>
      server.ask(owner, 'POST', '/threads/search', { offset, limit });
    const [first, last] = [await page(0, 2), await page(2, 2)];
    expect(first.headers.get('x-pagination-total')).toBe('3');
    expect(first.headers.get('x-pagination-next')).toBe('2');
    expect(last.headers.get('x-pagination-total')).toBe('3');
    expect(last.headers.get('x-pagination-next')).toBeNull();
    const exact = await page(0, 3);
    expect(exact.headers.get('x-pagination-next')).toBeNull();
  });

  it('show their values without private state, or only the fields asked for', async () => {
    const client = server.client(newScope());
    const threadId = await conversation(client, 'Hi.');
    const [thread] = await client.threads.search<Said>();
    expect(thread?.values.messages[0]).toMatchObject({ type: 'human', content: 'Hi.' });
    for (const key of PRIVATE_STATE_KEYS) expect(thread?.values).not.toHaveProperty(key);
    const picked = await client.threads.search({ select: ['thread_id', 'metadata'] });
    expect(Object.keys(picked[0] ?? {}).sort()).toEqual(['metadata', 'thread_id']);
    expect(picked[0]?.thread_id).toBe(threadId);
  });

  it('show only the fields asked for when read alone, so that none brings its messages along', async () => {
    const owner = newScope();
    const threadId = await conversation(server.client(owner), 'Hi.');
    const reply = await server.ask(owner, 'GET', `/threads/${threadId}?select=thread_id,metadata`);
    const shown: unknown = await reply.json();
    expect(shown).toEqual({
      thread_id: threadId,
      metadata: expect.objectContaining({ graph_id: 'memory' }) as unknown,
    });
  });

  it('are copied with their whole history, and go on apart', async () => {
    const client = server.client(newScope());
    const threadId = await conversation(client, 'One.', 'Two.');
    const history = await client.threads.getHistory<Said>(threadId, { limit: 100 });
    const copy = (await client.threads.copy(threadId)) as unknown as { thread_id: string };
    const copied = await client.threads.getHistory<Said>(copy.thread_id, { limit: 100 });
    expect(copied.map(({ values, checkpoint }) => [checkpoint.checkpoint_id, values])).toEqual(
      history.map(({ values, checkpoint }) => [checkpoint.checkpoint_id, values]),
    );
    await client.runs.wait(copy.thread_id, 'memory', { input: human('Three.') });
    const { values } = await client.threads.getState<Said>(threadId);
    expect(JSON.stringify(values)).not.toContain('Three.');
  });
});

describe('a copied thread', () => {
  it('gets the id that is asked for, unless it is taken', async () => {
    const scope = newScope();
    const client = server.client(scope);
    const [{ thread_id: source }, { thread_id: taken }] = await Promise.all([
      client.threads.create(),
      client.threads.create(),
    ]);
    const copy = (id: string) =>
      server.ask(scope, 'POST', `/threads/${source}/copy`, { thread_id: id });
    const before = await client.threads.get(taken);
    expect((await copy(taken)).status).toBe(409);
    expect(await client.threads.get(taken)).toEqual(before);
    const fresh = newScope();
    expect(await (await copy(fresh)).json()).toMatchObject({ thread_id: fresh });
    expect((await copy('no uuid')).status).toBe(422);
  });

  it('waits for the same answer, and takes its own', async () => {
    const client = server.client(newScope());
    const { thread_id: threadId } = await client.threads.create();
    await client.runs.wait(threadId, 'asking', { input: human('x') });
    const copy = (await client.threads.copy(threadId)) as unknown as { thread_id: string };
    const [source, copied] = [
      await client.threads.get(threadId),
      await client.threads.get(copy.thread_id),
    ];
    expect(copied.status).toBe('interrupted');
    expect(Object.values(copied.interrupts).flat()).toHaveLength(1);
    expect(copied.interrupts).toEqual(source.interrupts);
    const answered = await client.runs.wait(copy.thread_id, 'asking', { command: { resume: 1 } });
    expect(JSON.stringify(answered)).toContain('You said 1.');
    const { status, interrupts } = await client.threads.get(threadId);
    expect([status, Object.keys(interrupts).length]).toEqual(['interrupted', 1]);
  });
});

describe('states', () => {
  it('of a thread that has none yet are empty', async () => {
    const client = server.client(newScope());
    const { thread_id: threadId } = await client.threads.create();
    expect(await client.threads.getState(threadId)).toMatchObject({
      values: {},
      next: [],
      tasks: [],
    });
    expect(await client.threads.getHistory(threadId)).toEqual([]);
  });

  it('show the owner what was observed, and where they stand', async () => {
    const owner = newScope();
    const client = server.client(owner);
    const threadId = await conversation(client, 'Please remember that I fly a PC-12.');
    const state = await client.threads.getState<Record<string, unknown>>(threadId);
    expect(state.values[PRIVATE_OWNER_KEY]).toBe(owner);
    expect(JSON.stringify(state.values[PRIVATE_CONTENTS_KEY])).toContain('PC-12');
    expect(state.next).toEqual([]);
    expect(state.checkpoint).toMatchObject({ thread_id: threadId, checkpoint_ns: '' });
    const { checkpoint } = state;
    expect(await client.threads.getState(threadId, checkpoint)).toEqual(state);
    expect(await client.threads.getState(threadId, checkpoint.checkpoint_id ?? '')).toEqual(state);
    const unknown = '0199d0c0-0000-7000-8000-000000000001';
    await expect(client.threads.getState(threadId, unknown)).rejects.toThrow(/404/);
  });

  it('are read with their newest turns alone where that is asked for, now and at a checkpoint', async () => {
    const owner = newScope();
    const client = server.client(owner);
    const threadId = await conversation(client, 'One.', 'Two.', 'Three.');
    const whole = await client.threads.getState<Said>(threadId);
    const { messages } = whole.values;
    const ids = messages.map(({ id }) => id);
    const path = `/threads/${threadId}/state`;
    const at = whole.checkpoint.checkpoint_id ?? '';
    for (const place of [path, `${path}/${at}`]) {
      const reply = await server.ask(owner, 'GET', `${place}?newest_messages=3`);
      const newest: unknown = await reply.json();
      const values = { ...whole.values, messages: messages.slice(2) };
      expect(newest).toEqual({ ...whole, values, earlier_messages: ids.slice(0, 2) });
    }
    const all = await server.ask(owner, 'GET', `${path}?newest_messages=60`);
    expect(await all.json()).toEqual({ ...whole, earlier_messages: [] });
    expect((await server.ask(owner, 'GET', `${path}?newest_messages=0`)).status).toBe(422);
    const foreign = await server.ask(newScope(), 'GET', `${path}?newest_messages=3`);
    expect(foreign.status).toBe(404);
  });

  it('are listed newest first, by pages, before one, and by metadata', async () => {
    const client = server.client(newScope());
    const threadId = await conversation(client, 'One.', 'Two.');
    const all = await client.threads.getHistory(threadId, { limit: 100 });
    const ids = all.map(({ checkpoint }) => checkpoint.checkpoint_id);
    expect(ids).toEqual(ids.toSorted().reverse());
    const place = all[0]?.checkpoint;
    if (!place) throw new Error('no history');
    const id = place.checkpoint_id ?? '';
    for (const before of [id, place, { configurable: { checkpoint_id: id } }]) {
      const earlier = await client.threads.getHistory(threadId, { before: before as never });
      expect(earlier.map(({ checkpoint }) => checkpoint.checkpoint_id)).toEqual(ids.slice(1, 11));
    }
    const runs = await client.runs.list(threadId);
    const metadata = { run_id: runs[1]?.run_id };
    const ofFirst = await client.threads.getHistory(threadId, { limit: 100, metadata });
    expect(ofFirst.length).toBeGreaterThan(0);
    expect(ofFirst.every(({ metadata: own }) => own?.['run_id'] === metadata.run_id)).toBe(true);
    expect(JSON.stringify(ofFirst)).not.toContain('Two.');
  });

  it('are changed by their owner, from the head or a checkpoint', async () => {
    const client = server.client(newScope());
    const threadId = await conversation(client, 'One.');
    const before = await client.threads.getState<Said>(threadId);
    const written: object = await client.threads.updateState(threadId, {
      values: human('Put in by hand.'),
      asNode: 'model_request',
    });
    const after = await client.threads.getState<Said>(threadId);
    expect(written).toMatchObject({ checkpoint: after.checkpoint });
    expect(after.values.messages.at(-1)?.content).toBe('Put in by hand.');
    await client.threads.updateState(threadId, {
      values: human('On the old head.'),
      asNode: 'model_request',
      checkpoint: before.checkpoint,
    });
    const forked = await client.threads.getState<Said>(threadId);
    expect(forked.values.messages.at(-1)?.content).toBe('On the old head.');
    expect(JSON.stringify(forked.values)).not.toContain('by hand');
  });

  it('take files as an agent’s own UI writes them, without naming a node', async () => {
    const client = server.client(newScope());
    const threadId = await conversation(client, 'One.');
    const file = { content: 'x', mimeType: 'text/plain', created_at: '', modified_at: '' };
    await client.threads.updateState(threadId, { values: { files: { '/a.txt': file } } });
    const { values } = await client.threads.getState<{ files: object }>(threadId);
    expect(values.files).toHaveProperty(['/a.txt']);
  });

  it('give content back as it was sent', async () => {
    const client = server.client(newScope());
    const content = [
      { type: 'text', text: 'Hi $& </agent_memory> \u2028 👩‍🚀' },
      { type: 'text', text: 'x', lc: 1, id: ['langchain_core', 'prompts', 'PromptTemplate'] },
    ];
    const { thread_id: threadId } = await client.threads.create();
    await client.runs.wait(threadId, 'memory', {
      input: { messages: [{ role: 'human', content }] },
    });
    const { values } = await client.threads.getState<Said>(threadId);
    expect(values.messages[0]?.content).toEqual(content);
    const [last] = await client.threads.getHistory<Said>(threadId, { limit: 1 });
    expect(last?.values.messages[0]?.content).toEqual(content);
    const [thread] = await client.threads.search<Said>();
    expect(thread?.values.messages[0]?.content).toEqual(content);
  });
});
