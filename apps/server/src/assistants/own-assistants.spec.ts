import { randomUUID } from 'node:crypto';

import type { Client } from '@langchain/langgraph-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { REQUEST_LIMITS } from '../request-limits.ts';
import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.close());

const heard = async (client: Client, assistant: string, options: object, thread?: string) => {
  const payload = { input: { messages: [{ role: 'user', content: 'go' }] }, ...options };
  const values =
    thread === undefined
      ? await client.runs.wait(null, assistant, payload)
      : await client.runs.wait(thread, assistant, payload);
  const { messages } = values as { messages: { content: string }[] };
  return JSON.parse(messages.at(-1)?.content ?? '') as Record<string, unknown>;
};

describe('an assistant of one owner', () => {
  it('is made, read, found, changed and deleted', async () => {
    const client = server.client(newScope());
    const made = await client.assistants.create({
      graphId: 'configured',
      name: 'Formal',
      description: 'Speaks stiffly',
      config: { configurable: { tone: 'stiff' }, tags: ['a'] },
      metadata: { team: 'x' },
    });
    expect(made).toMatchObject({ graph_id: 'configured', version: 1, name: 'Formal' });
    expect(await client.assistants.get(made.assistant_id)).toEqual(made);
    expect(await client.assistants.search({ metadata: { team: 'x' } })).toEqual([made]);
    const count = await client.assistants.count();
    const changed = await client.assistants.update(made.assistant_id, { metadata: { more: 1 } });
    expect(changed).toMatchObject({
      version: 2,
      name: 'Formal',
      description: 'Speaks stiffly',
      config: made.config,
      metadata: { team: 'x', more: 1 },
    });
    await client.assistants.delete(made.assistant_id);
    await expect(client.assistants.get(made.assistant_id)).rejects.toThrow(/404/);
    await expect(client.assistants.getVersions(made.assistant_id)).rejects.toThrow(/404/);
    expect(await client.assistants.count()).toBe(count - 1);
  });

  it('keeps its versions, of which any can be put in use again', async () => {
    const client = server.client(newScope());
    const { assistant_id: id } = await client.assistants.create({ graphId: 'configured' });
    await client.assistants.update(id, { name: 'Second' });
    expect(await client.assistants.setLatest(id, 1)).toMatchObject({
      version: 1,
      name: 'Untitled',
    });
    expect(await client.assistants.get(id)).toMatchObject({ version: 1, name: 'Untitled' });
    expect(await client.assistants.update(id, { description: 'x' })).toMatchObject({ version: 3 });
    const versions = await client.assistants.getVersions(id);
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
    const page = await client.assistants.getVersions(id, { limit: 1, offset: 1 });
    expect(page.map(({ version }) => version)).toEqual([2]);
    await expect(client.assistants.setLatest(id, 9)).rejects.toThrow(/404/);
  });

  it('is not there for another owner, and its id tells nothing', async () => {
    const [mine, other] = [server.client(newScope()), server.client(newScope())];
    const { assistant_id: id } = await mine.assistants.create({ graphId: 'configured' });
    await expect(other.assistants.get(id)).rejects.toThrow(/404/);
    await expect(other.assistants.update(id, { name: 'x' })).rejects.toThrow(/404/);
    await expect(other.assistants.setLatest(id, 1)).rejects.toThrow(/404/);
    await expect(other.assistants.delete(id)).rejects.toThrow(/404/);
    await expect(other.runs.wait(null, id, { input: {} })).rejects.toThrow(/404/);
    const same = await other.assistants.create({ graphId: 'asking', assistantId: id });
    expect(same).toMatchObject({ assistant_id: id, graph_id: 'asking', version: 1 });
    expect(await mine.assistants.get(id)).toMatchObject({ graph_id: 'configured' });
  });

  it('gives its runs config and context, over which the thread’s and the run’s stand', async () => {
    const client = server.client(newScope());
    const { assistant_id: id } = await client.assistants.create({
      graphId: 'configured',
      config: { configurable: { tone: 'stiff', pace: 'slow' } },
      context: { model: 'small' },
    });
    expect(await heard(client, id, {})).toEqual({ tone: 'stiff', pace: 'slow', model: 'small' });
    const { thread_id: thread } = await client.threads.create();
    const over = { config: { configurable: { tone: 'warm' } }, context: { model: 'large' } };
    const both = { tone: 'warm', pace: 'slow', model: 'large' };
    expect(await heard(client, id, over, thread)).toEqual(both);
    await client.assistants.update(id, {
      config: { configurable: { tone: 'curt', pace: 'fast' } },
      context: { model: 'middle' },
    });
    const later = { tone: 'warm', pace: 'fast', model: 'middle' };
    expect(await heard(client, id, {}, thread)).toEqual(later);
  });

  it('takes along the threads that name it, and no others, when that is asked for', async () => {
    const client = server.client(newScope());
    const { assistant_id: id } = await client.assistants.create({ graphId: 'configured' });
    const named = await client.threads.create({ metadata: { assistant_id: id } });
    const other = await client.threads.create({ metadata: { assistant_id: 'else' } });
    await client.assistants.delete(id, { deleteThreads: true });
    await expect(client.threads.get(named.thread_id)).rejects.toThrow(/404/);
    expect(await client.threads.get(other.thread_id)).toMatchObject(other);
  });
});

describe('what is refused', () => {
  it.each([
    [{ graph_id: 'none' }, 404],
    [{ graph_id: 'configured', config: { configurable: { __pregel_store: 1 } } }, 422],
    [{ graph_id: 'configured', config: { invented: 1 } }, 422],
    [{ graph_id: 'configured', assistant_id: 'no uuid' }, 422],
    [{ graph_id: 'configured', metadata: { x: 'y'.repeat(REQUEST_LIMITS.metadataBytes) } }, 422],
    [{ graph_id: 'memory', context: { memory_scope: randomUUID() } }, 403],
  ])('%j', async (body, status) => {
    const scope = newScope();
    expect((await server.ask(scope, 'POST', '/assistants', body)).status).toBe(status);
    const own = await server.client(scope).assistants.search({ metadata: {} });
    expect(own.every(({ metadata }) => metadata?.['created_by'] === 'system')).toBe(true);
  });

  it('a change of what is the same for everyone, and an id that is taken', async () => {
    const scope = newScope();
    const client = server.client(scope);
    const [system] = await client.assistants.search({ graphId: 'memory' });
    const id = system?.assistant_id ?? '';
    await expect(client.assistants.update(id, { name: 'Mine' })).rejects.toThrow(/403/);
    await expect(client.assistants.delete('memory')).rejects.toThrow(/403/);
    await expect(client.assistants.create({ graphId: 'memory', assistantId: id })).rejects.toThrow(
      /403/,
    );
    expect(await client.assistants.getVersions(id)).toMatchObject([{ version: 1 }]);
    const own = await client.assistants.create({ graphId: 'asking' });
    const again = { graphId: 'configured', assistantId: own.assistant_id };
    await expect(client.assistants.create(again)).rejects.toThrow(/409/);
    expect(await client.assistants.create({ ...again, ifExists: 'do_nothing' })).toEqual(own);
  });

  it('more assistants than one owner may have; older versions make room for newer ones', async () => {
    const scope = newScope();
    const client = server.client(scope);
    const { assistant_id: id } = await client.assistants.create({ graphId: 'configured' });
    for (let made = 1; made < REQUEST_LIMITS.assistantsPerOwner; made += 1)
      await client.assistants.create({ graphId: 'configured' });
    await expect(client.assistants.create({ graphId: 'configured' })).rejects.toThrow(/429/);
    for (let made = 1; made <= REQUEST_LIMITS.assistantVersions; made += 1)
      await client.assistants.update(id, {});
    const versions = await client.assistants.getVersions(id, { limit: 1000 });
    expect(versions).toHaveLength(REQUEST_LIMITS.assistantVersions);
    expect(versions.at(-1)?.version).toBe(2);
  }, 60_000);
});

describe('what an assistant’s graph is made of', () => {
  it('is told by its nodes, its schemas and its subgraphs', async () => {
    const client = server.client(newScope());
    const { assistant_id: id } = await client.assistants.create({ graphId: 'nested' });
    const graph = await client.assistants.getGraph(id);
    expect(graph.nodes.map((node) => node.id)).toEqual(['__start__', 'inner', '__end__']);
    expect(graph.edges).toMatchObject([
      { source: '__start__', target: 'inner' },
      { source: 'inner', target: '__end__' },
    ]);
    const schemas = await client.assistants.getSchemas(id);
    expect(schemas.graph_id).toBe('nested');
    expect(schemas.state_schema).toMatchObject({
      $schema: expect.stringMatching(/^https?:\/\/json-schema\.org\//) as unknown,
      type: 'object',
      properties: { count: { type: 'number' } },
    });
    expect(Object.keys(await client.assistants.getSubgraphs(id))).toEqual(['inner']);
    const all = await client.assistants.getSubgraphs(id, { recurse: true });
    expect(Object.keys(all)).toEqual(['inner', 'inner|innermost']);
    expect(all['inner']).toMatchObject({ state: { properties: { count: { type: 'number' } } } });
  });

  it('names the channels of a graph without schemas, but none that are private', async () => {
    const client = server.client(newScope());
    const plain = await client.assistants.getSchemas('held');
    expect(Object.keys(plain.state_schema?.properties ?? {})).toEqual(['messages', 'done']);
    for (const schema of Object.values(await client.assistants.getSchemas('memory')))
      expect(JSON.stringify(schema)).not.toContain('"_memory');
    await expect(client.assistants.getGraph('none')).rejects.toThrow(/404/);
  });
});
