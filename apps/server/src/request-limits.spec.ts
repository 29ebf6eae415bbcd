import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { REQUEST_LIMITS } from './request-limits.ts';
import { newScope, startTestServer, type TestServer } from './testing/test-server.ts';

const owner = newScope();
let server: TestServer;
let threadId: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ thread_id: threadId } = await server.client(owner).threads.create());
});
afterAll(() => server.close());

const {
  messages,
  messageText,
  messageId,
  commandTargets,
  commandUpdates,
  metadataBytes,
  metadataDepth,
  configBytes,
  contextBytes,
  storeValueBytes,
  name,
  names,
  ids,
} = REQUEST_LIMITS;

const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
const said = (content: unknown, more = {}) => ({ role: 'human', content, ...more });
const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
const memory = (fields: object) => ({ assistant_id: 'memory', ...fields });
const input = (...list: unknown[]) => memory({ input: { messages: list } });
const command = (fields: object) => memory({ command: fields });
const uuid = '0199d0c0-0000-7000-8000-000000000001';
const store = (fields: object) => ({ namespace: [owner, 'notes'], key: 'k', value: {}, ...fields });

/** What each route refuses: its status, and the body that is one too many. */
const REFUSED: Readonly<Record<string, readonly [number, string, string, unknown]>> = {
  'messages of an input': [413, 'POST', 'runs', input(...many(messages + 1, said('x')))],
  'a long message': [413, 'POST', 'runs', input(said('x'.repeat(messageText + 1)))],
  'a long message in blocks': [
    413,
    'POST',
    'runs',
    input(said(many(2, { type: 'text', text: 'x'.repeat(messageText) }))),
  ],
  'a long message as a pair': [413, 'POST', 'runs', input(['human', 'x'.repeat(messageText + 1)])],
  'a long message id': [422, 'POST', 'runs', input(said('x', { id: 'x'.repeat(messageId + 1) }))],
  'messages of a command': [
    413,
    'POST',
    'runs',
    command({ update: [['messages', many(messages + 1, said('x'))]] }),
  ],
  'messages of a goto': [
    413,
    'POST',
    'runs',
    command({ goto: { node: 'model', input: { messages: many(messages + 1, said('x')) } } }),
  ],
  'messages of a state update': [
    413,
    'POST',
    'state',
    { values: { messages: many(messages + 1, said('x')) } },
  ],
  gotos: [422, 'POST', 'runs', command({ goto: many(commandTargets + 1, '__end__') })],
  sends: [
    422,
    'POST',
    'runs',
    command({ goto: many(commandTargets + 1, { node: 'model', input: {} }) }),
  ],
  'updates of a command': [
    422,
    'POST',
    'runs',
    command({ update: many(commandUpdates + 1, ['files', {}]) }),
  ],
  'updates of a state': [422, 'POST', 'state', { values: many(commandUpdates + 1, {}) }],
  'metadata of a run': [
    422,
    'POST',
    'runs',
    memory({ metadata: { a: 'x'.repeat(metadataBytes) } }),
  ],
  'metadata of a config': [
    422,
    'POST',
    'runs',
    memory({ config: { metadata: { a: 'x'.repeat(metadataBytes) } } }),
  ],
  'a configurable': [
    422,
    'POST',
    'runs',
    memory({ config: { configurable: { a: 'x'.repeat(configBytes) } } }),
  ],
  'a context': [422, 'POST', 'runs', memory({ context: { a: 'x'.repeat(contextBytes) } })],
  tags: [422, 'POST', 'runs', memory({ config: { tags: many(names + 1, 'x') } })],
  'a tag': [422, 'POST', 'runs', memory({ config: { tags: ['x'.repeat(name + 1)] } })],
  'an assistant': [422, 'POST', 'runs', { assistant_id: 'x'.repeat(name + 1) }],
  'nodes to interrupt at': [
    422,
    'POST',
    'runs',
    memory({ interrupt_before: many(names + 1, 'x') }),
  ],
  'stream modes': [422, 'POST', 'runs', memory({ stream_mode: many(names, 'values') })],
  'metadata of a thread': [422, 'POST', '/threads', { metadata: { a: 'x'.repeat(metadataBytes) } }],
  'deep metadata': [422, 'POST', '/threads', { metadata: { a: deep(metadataDepth) } }],
  'a patch of metadata': [422, 'PATCH', '', { metadata: { a: 'x'.repeat(metadataBytes) } }],
  'a filter of threads': [
    422,
    'POST',
    '/threads/search',
    { metadata: { a: 'x'.repeat(metadataBytes) } },
  ],
  'ids of threads': [422, 'POST', '/threads/count', { ids: many(ids + 1, uuid) }],
  'fields of threads': [422, 'POST', '/threads/search', { select: many(names + 1, 'values') }],
  'a filter of a history': [422, 'POST', 'history', { metadata: { a: 'x'.repeat(metadataBytes) } }],
  'a filter of assistants': [
    422,
    'POST',
    '/assistants/search',
    { metadata: deep(metadataDepth + 1) },
  ],
  'an item of the store': [
    413,
    'PUT',
    '/store/items',
    store({ value: { a: 'x'.repeat(storeValueBytes) } }),
  ],
  'a label': [422, 'PUT', '/store/items', store({ namespace: [owner, 'x'.repeat(name + 1)] })],
  'a filter of the store': [
    422,
    'POST',
    '/store/items/search',
    { namespace_prefix: [owner], filter: { a: 'x'.repeat(metadataBytes) } },
  ],
  'a batch': [422, 'POST', '/runs/batch', many(21, memory({}))],
  'a memory': [413, 'PUT', '/memory', { text: 'x'.repeat(65_537), based_on: null }],
};

function ask(method: string, path: string, body: unknown): Promise<Response> {
  const own = `/threads/${threadId}${path === '' ? '' : `/${path}`}`;
  return server.ask(owner, method, path.startsWith('/') ? path : own, body);
}

describe('what is over a limit is refused with a sentence, and nothing is stored', () => {
  it.each(Object.entries(REFUSED))('%s', async (_, [status, method, path, body]) => {
    const reply = await ask(method, path, body);
    const { message } = (await reply.json()) as { message: string };
    expect([reply.status, message]).toEqual([status, expect.stringMatching(/^[A-Za-z].+\.$/s)]);
    const { threads, store: items, runs } = server.client(owner);
    expect(await threads.count()).toBe(1);
    expect(await runs.list(threadId)).toEqual([]);
    expect(await threads.get(threadId)).toMatchObject({ metadata: {}, status: 'idle' });
    expect((await items.searchItems([owner])).items).toEqual([]);
  });
});

describe('what many small requests add up to is limited too', () => {
  it('metadata of a thread', async () => {
    const { thread_id } = await server.client(owner).threads.create();
    const patch = (key: string) =>
      server.ask(owner, 'PATCH', `/threads/${thread_id}`, {
        metadata: { [key]: 'x'.repeat(metadataBytes - 100) },
      });
    expect([(await patch('a')).status, (await patch('b')).status]).toEqual([200, 200]);
    expect((await patch('c')).status).toBe(413);
    const { metadata } = await server.client(owner).threads.get(thread_id);
    expect(Object.keys(metadata ?? {})).toEqual(['a', 'b']);
    await server.client(owner).threads.delete(thread_id);
  });

  it('configuration that runs leave on a thread', async () => {
    const { thread_id } = await server.client(owner).threads.create();
    const run = (key: string) =>
      server.ask(owner, 'POST', `/threads/${thread_id}/runs/wait`, {
        ...input(said('Hi.')),
        config: { configurable: { [key]: 'x'.repeat(configBytes - 200) } },
      });
    expect((await run('a')).status).toBe(200);
    expect((await run('b')).status).toBe(422);
    expect(await server.client(owner).runs.list(thread_id)).toHaveLength(1);
  });

  it('open runs', async () => {
    const hoarder = newScope();
    const { thread_id } = await server.client(hoarder).threads.create();
    const start = () =>
      server.ask(hoarder, 'POST', `/threads/${thread_id}/runs`, {
        ...input(said('Hi.')),
        after_seconds: 1000,
        multitask_strategy: 'enqueue',
      });
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 1000) statuses.push((await start()).status);
    expect(statuses.length).toBeLessThan(1000);
    const stateless = await server.ask(hoarder, 'POST', '/runs', input(said('Hi.')));
    expect(stateless.status).toBe(429);
    expect(await server.client(hoarder).threads.count()).toBe(1);
    // Others are not concerned.
    const other = newScope();
    const { status } = await server.ask(other, 'POST', '/runs/wait', input(said('Hi.')));
    expect(status).toBe(200);
    await server.ask(hoarder, 'DELETE', `/threads/${thread_id}`);
  });
});
