import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MEMORY_MAX_BYTES, MEMORY_PATH, memoryNamespace } from '#contract/names';

import { REQUEST_LIMITS } from '../request-limits.ts';
import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('the store', () => {
  it('keeps, changes, finds and removes the owner’s items', async () => {
    const owner = newScope();
    const { store } = server.client(owner);
    await store.putItem([owner, 'notes'], 'a', { n: 1, deep: { x: 'y' } });
    await store.putItem([owner, 'notes'], 'b', { n: 2 });
    const item = await store.getItem([owner, 'notes'], 'a');
    expect(item).toMatchObject({ key: 'a', namespace: [owner, 'notes'], value: { n: 1 } });
    expect(Date.parse(item?.createdAt ?? '')).not.toBeNaN();
    const found = await store.searchItems([owner], { filter: { n: { $gt: 1 } } });
    expect(found.items.map(({ key }) => key)).toEqual(['b']);
    expect(await store.searchItems([owner], { limit: 1, offset: 1 })).toHaveProperty(
      'items.length',
      1,
    );
    await store.deleteItem([owner, 'notes'], 'a');
    expect(await store.getItem([owner, 'notes'], 'a')).toBeNull();
    expect((await store.listNamespaces()).namespaces).toEqual([[owner, 'notes']]);
    expect((await store.listNamespaces({ prefix: [owner], maxDepth: 1 })).namespaces).toEqual([
      [owner],
    ]);
  });

  it('refuses one item more than an owner may have, and takes a change of one that is there', async () => {
    const owner = newScope();
    const put = (key: string) =>
      server.ask(owner, 'PUT', '/store/items', { namespace: [owner, 'notes'], key, value: {} });
    // All but one at once, since a request for each would take long.
    const items = Array.from({ length: REQUEST_LIMITS.itemsPerOwner - 1 }, (_, at) => ({
      namespace: [owner],
      key: String(at),
      value: {},
    }));
    await server.storage.store.batch(items);
    expect((await put('last')).status).toBe(204);
    const refused = await put('one more');
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('10,000 items');
    expect((await put('last')).status).toBe(204);
    expect(await server.client(owner).store.getItem([owner, 'notes'], 'one more')).toBeNull();
    const { store } = server.client(owner);
    await store.deleteItem([owner, 'notes'], 'last');
    expect((await put('one more')).status).toBe(204);
  });

  it('takes the memory file through the gate, and is what the agent then reads', async () => {
    const owner = newScope();
    const client = server.client(owner);
    const namespace = memoryNamespace(owner);
    await client.store.putItem(namespace, MEMORY_PATH, { content: '- Flies a PC-12\n' });
    const item = await client.store.getItem(namespace, MEMORY_PATH);
    expect(item?.value['content']).toBe('- Flies a PC-12\n');
    const { items } = await client.store.searchItems([...namespace, 'revisions'], { limit: 100 });
    expect(items.map(({ value }) => value['text'] as unknown)).toContain('- Flies a PC-12\n');
    const { thread_id: threadId } = await client.threads.create();
    const said = await client.runs.wait(threadId, 'memory', {
      input: { messages: [{ role: 'human', content: 'What do you know about me?' }] },
    });
    expect(JSON.stringify(said)).toContain('Flies a PC-12');
    await client.store.deleteItem(namespace, MEMORY_PATH);
    expect(await client.store.getItem(namespace, MEMORY_PATH)).toBeNull();
  });

  it('shows the owner the gate’s own records, and lets none be written or removed', async () => {
    const owner = newScope();
    const client = server.client(owner);
    const memory = memoryNamespace(owner);
    const { thread_id: threadId } = await client.threads.create();
    await client.runs.wait(threadId, 'memory', {
      input: { messages: [{ role: 'human', content: 'Please remember that I fly a PC-12.' }] },
    });
    for (const part of ['revisions', 'receipts']) {
      const namespace = [...memory, part];
      const { items } = await client.store.searchItems(namespace);
      expect(items.length).toBeGreaterThan(0);
      for (const { key, value } of items) {
        const item = { namespace, key };
        expect(
          (await server.ask(owner, 'PUT', '/store/items', { ...item, value: {} })).status,
        ).toBe(403);
        expect((await server.ask(owner, 'DELETE', '/store/items', item)).status).toBe(403);
        expect((await client.store.getItem(namespace, key))?.value).toEqual(value);
      }
      const forged = { namespace, key: '000000000999', value: {} };
      expect((await server.ask(owner, 'PUT', '/store/items', forged)).status).toBe(403);
      const below = { namespace: [...namespace, 'x'], key: 'y', value: {} };
      expect((await server.ask(owner, 'PUT', '/store/items', below)).status).toBe(403);
    }
  });

  it('lets nothing else be written under the memory namespace', async () => {
    const owner = newScope();
    const memory = memoryNamespace(owner);
    const put = (namespace: string[], key: string, value: unknown) =>
      server.ask(owner, 'PUT', '/store/items', { namespace, key, value });
    expect((await put(memory, '/memories/OTHER.md', { content: '' })).status).toBe(403);
    expect((await put(memory, MEMORY_PATH, { text: '' })).status).toBe(422);
    expect((await put(memory, MEMORY_PATH, { content: '\ud800' })).status).toBe(422);
    const large = 'x'.repeat(MEMORY_MAX_BYTES + 1);
    expect((await put(memory, MEMORY_PATH, { content: large })).status).toBe(413);
    expect((await put(memory, MEMORY_PATH, { content: large.slice(1) })).status).toBe(204);
  });

  it.each([
    ['an empty namespace', { namespace: [], key: 'k', value: {} }, 422],
    ['an empty label', { namespace: ['SCOPE', ''], key: 'k', value: {} }, 422],
    ['a label with a period', { namespace: ['SCOPE', 'a.b'], key: 'k', value: {} }, 422],
    ['no key', { namespace: ['SCOPE'], value: {} }, 422],
    ['a value that is no object', { namespace: ['SCOPE'], key: 'k', value: 1 }, 422],
    ['a time to live', { namespace: ['SCOPE'], key: 'k', value: {}, ttl: 1 }, 422],
    ['a shared namespace', { namespace: ['notes'], key: 'k', value: {} }, 403],
    ['the historical namespace', { namespace: ['filesystem'], key: 'k', value: {} }, 403],
  ])('refuses %s', async (_, body, status) => {
    const owner = newScope();
    const sent = JSON.parse(JSON.stringify(body).replace('SCOPE', owner)) as unknown;
    const response = await server.ask(owner, 'PUT', '/store/items', sent);
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty('message');
  });

  it('refuses a filter it does not know', async () => {
    const owner = newScope();
    const response = await server.ask(owner, 'POST', '/store/items/search', {
      namespace_prefix: [owner],
      filter: { n: { $regex: '.*' } },
    });
    expect(response.status).toBe(422);
  });
});
