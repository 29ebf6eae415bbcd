import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';

import { newScope, startTestServer, type TestServer } from './testing/test-server.ts';

const owner = newScope();
const stranger = newScope();
const humans = { messages: [{ role: 'human', content: 'What do you know about me?' }] };

let server: TestServer;
let threadId: string;
let runId: string;
let checkpointId: string;
let assistantId: string;
let documentId: string;
let recordId: string;

beforeAll(async () => {
  server = await startTestServer();
  const client = server.client(owner);
  ({ thread_id: threadId } = await client.threads.create());
  await client.runs.wait(threadId, 'memory', { input: humans });
  runId = (await client.runs.list(threadId))[0]?.run_id ?? '';
  checkpointId = (await client.threads.getState(threadId)).checkpoint.checkpoint_id ?? '';
  const assistant = { graphId: 'memory', metadata: { whose: 'mine' } };
  ({ assistant_id: assistantId } = await client.assistants.create(assistant));
  await client.store.putItem([owner, 'notes'], 'n', { text: 'mine' });
  await client.store.putItem(memoryNamespace(owner), MEMORY_PATH, { content: 'mine' });
  const added = await server.ask(
    owner,
    'POST',
    '/documents?name=a.txt',
    'What do you know is mine',
  );
  documentId = ((await added.json()) as { id: string }).id;
  const begun = await server.ask(owner, 'POST', '/research', { question: 'What is mine?' });
  recordId = ((await begun.json()) as { id: string }).id;
});
afterAll(() => server.close());

const run = { assistant_id: 'memory', input: humans };
const item = () => ({ namespace: [owner, 'notes'], key: 'n' });

/** What a stranger gets: refused, or only what is the stranger's own (nothing). */
interface Probe {
  readonly status: number;
  /** A stranger of its own, where the probe leaves one with something. */
  readonly as?: string;
  readonly body?: () => unknown;
  readonly query?: () => string;
  /** The reply when it is not a refusal. */
  readonly reply?: unknown;
}

const open = { status: 200, reply: expect.anything() as unknown };
const missing = { status: 404 };

/** Every route there is, asked by a stranger about the owner's things. */
const PROBES: Readonly<Record<string, Probe>> = {
  'GET /api/ok': open,
  'GET /api/info': open,
  // The system's assistants are the same for everyone.
  'POST /api/assistants/search': open,
  'POST /api/assistants/count': open,
  'GET /api/assistants/:assistant_id': missing,
  'GET /api/assistants/:assistant_id/graph': missing,
  'GET /api/assistants/:assistant_id/schemas': missing,
  'GET /api/assistants/:assistant_id/subgraphs': missing,
  'GET /api/assistants/:assistant_id/subgraphs/:namespace': missing,
  // The id says nothing of the owner's assistant: it is given as any other would be.
  'POST /api/assistants': {
    status: 200,
    as: newScope(),
    body: () => ({ graph_id: 'asking', assistant_id: assistantId }),
    reply: expect.objectContaining({ graph_id: 'asking', version: 1 }) as unknown,
  },
  'PATCH /api/assistants/:assistant_id': { ...missing, body: () => ({ name: 'theirs' }) },
  'DELETE /api/assistants/:assistant_id': missing,
  'POST /api/assistants/:assistant_id/versions': { ...missing, body: () => ({}) },
  'POST /api/assistants/:assistant_id/latest': { ...missing, body: () => ({ version: 1 }) },

  'GET /api/conversations': { status: 200, reply: [] },
  'POST /api/conversations/search': {
    status: 200,
    body: () => ({ query: 'what do you know' }),
    reply: [],
  },
  'GET /api/conversations/:thread_id': missing,

  // The id says nothing of the owner's thread: it is given as any other would be.
  'POST /api/threads': {
    status: 200,
    as: newScope(),
    body: () => ({ thread_id: threadId }),
    reply: expect.objectContaining({ status: 'idle', metadata: {}, values: null }) as unknown,
  },
  'POST /api/threads/search': { status: 200, body: () => ({ ids: [threadId] }), reply: [] },
  'POST /api/threads/count': { status: 200, body: () => ({ ids: [threadId] }), reply: 0 },
  'POST /api/threads/prune': {
    status: 200,
    body: () => ({ thread_ids: [threadId] }),
    reply: { pruned_count: 0 },
  },
  'GET /api/threads/:thread_id': missing,
  'PATCH /api/threads/:thread_id': { ...missing, body: () => ({ metadata: { a: 1 } }) },
  'DELETE /api/threads/:thread_id': missing,
  'POST /api/threads/:thread_id/copy': missing,
  'GET /api/threads/:thread_id/state': missing,
  'GET /api/threads/:thread_id/state/:checkpoint_id': missing,
  'POST /api/threads/:thread_id/state/checkpoint': {
    ...missing,
    body: () => ({ checkpoint: { checkpoint_id: checkpointId } }),
  },
  'POST /api/threads/:thread_id/state': { ...missing, body: () => ({ values: humans }) },
  'GET /api/threads/:thread_id/history': missing,
  'POST /api/threads/:thread_id/history': { ...missing, body: () => ({}) },

  'POST /api/threads/:thread_id/runs': { ...missing, body: () => run },
  'POST /api/threads/:thread_id/runs/stream': { ...missing, body: () => run },
  'POST /api/threads/:thread_id/runs/wait': { ...missing, body: () => run },
  'GET /api/threads/:thread_id/runs': missing,
  'GET /api/threads/:thread_id/runs/:run_id': missing,
  'DELETE /api/threads/:thread_id/runs/:run_id': missing,
  'GET /api/threads/:thread_id/runs/:run_id/join': missing,
  'GET /api/threads/:thread_id/runs/:run_id/stream': missing,
  'POST /api/threads/:thread_id/runs/:run_id/cancel': missing,

  // Under the owner's context a stranger makes nothing.
  'POST /api/runs': {
    status: 403,
    body: () => ({ ...run, context: { memory_scope: owner } }),
  },
  'POST /api/runs/stream': {
    status: 403,
    body: () => ({ ...run, context: { memory_scope: owner } }),
  },
  'POST /api/runs/wait': {
    status: 403,
    body: () => ({ ...run, context: { memory_scope: owner } }),
  },
  'POST /api/runs/batch': {
    status: 403,
    body: () => [{ ...run, context: { memory_scope: owner } }],
  },
  'POST /api/runs/cancel': {
    ...missing,
    body: () => ({ thread_id: threadId, run_ids: [runId] }),
  },
  'GET /api/runs/:run_id/stream': missing,

  // The memory routes name no owner: whoever asks gets their own memory, and there is none.
  'GET /api/memory': {
    status: 200,
    reply: expect.objectContaining({ text: null, revision: 0, lines: [] }) as unknown,
  },
  'PUT /api/memory': { status: 409, body: () => ({ text: 'x', based_on: 'a'.repeat(64) }) },
  'POST /api/memory/forget': { ...missing, body: () => ({ line: 'mine' }) },
  'POST /api/memory/restore': { ...missing, body: () => ({ revision: 1 }) },
  'POST /api/memory/import': { status: 409, body: () => ({ text: 'x', based_on: 'a'.repeat(64) }) },
  'GET /api/memory/export': missing,
  'GET /api/memory/revisions': { status: 200, reply: { revisions: [] } },
  'GET /api/memory/revisions/:number': missing,
  'DELETE /api/memory': {
    status: 200,
    query: () => '?conversations=true',
    reply: expect.objectContaining({ revisions_erased: 0, conversations_erased: 0 }) as unknown,
  },

  'GET /api/documents': { status: 200, reply: [] },
  'POST /api/documents': {
    status: 200,
    as: newScope(),
    query: () => '?name=own.txt',
    body: () => 'of the stranger',
    reply: expect.objectContaining({ name: 'own.txt', format: 'text' }) as unknown,
  },
  'POST /api/documents/search': {
    status: 200,
    body: () => ({ query: 'What do you know that is mine?' }),
    reply: [],
  },
  'GET /api/documents/:document_id': missing,
  'DELETE /api/documents/:document_id': missing,

  'GET /api/research': { status: 200, reply: [] },
  // The id says nothing of the owner's record: it is given as any other would be.
  'POST /api/research': {
    status: 200,
    as: newScope(),
    body: () => ({ question: 'Whose is it?', id: recordId }),
    reply: expect.objectContaining({ stage: 'discover', version: 1 }) as unknown,
  },
  'GET /api/research/:record_id': missing,
  'POST /api/research/:record_id/resume': missing,
  'DELETE /api/research/:record_id': missing,

  'GET /api/store/items': { status: 403, query: () => `?namespace=${owner}.notes&key=n` },
  'PUT /api/store/items': { status: 403, body: () => ({ ...item(), value: {} }) },
  'DELETE /api/store/items': { status: 403, body: item },
  'POST /api/store/items/search': {
    status: 403,
    body: () => ({ namespace_prefix: memoryNamespace(owner) }),
  },
  'POST /api/store/namespaces': {
    status: 403,
    body: () => ({ prefix: memoryNamespace(owner) }),
  },
};

/** Streams that never end by themselves; memory-events.spec.ts asks them as a stranger. */
const ENDLESS = ['GET /api/memory/events'];

/** Changes whenever anything of the owner's does. */
async function everythingOfTheOwner(): Promise<string> {
  const client = server.client(owner);
  return JSON.stringify([
    await client.assistants.search({ limit: 100 }),
    await client.threads.search({ limit: 100 }),
    await client.threads.getHistory(threadId, { limit: 100 }),
    await client.runs.list(threadId),
    await client.store.searchItems([owner]),
    await client.store.searchItems(memoryNamespace(owner), { limit: 100 }),
    await (await server.ask(owner, 'GET', `/documents/${documentId}`)).text(),
    await (await server.ask(owner, 'GET', `/research/${recordId}`)).text(),
  ]);
}

describe('a stranger', () => {
  it('has a probe here for every route, so that no new one goes unchecked', () => {
    const routes = server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`);
    expect([...Object.keys(PROBES), ...ENDLESS].sort()).toEqual([...new Set(routes)].sort());
  });

  it.each(Object.keys(PROBES))('reads and changes nothing by %s', async (route) => {
    const probe = PROBES[route];
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern
      .replace('/api', '')
      .replace(':assistant_id', assistantId)
      .replace(':namespace', 'inner')
      .replace(':thread_id', threadId)
      .replace(':run_id', runId)
      .replace(':checkpoint_id', checkpointId)
      .replace(':document_id', documentId)
      .replace(':record_id', recordId)
      .replace(':number', '1');
    const before = await everythingOfTheOwner();
    const who = probe?.as ?? stranger;
    const ownThreads = await server.client(stranger).threads.count();
    const url = path + (probe?.query?.() ?? '');
    const body = probe?.body?.() ?? (method === 'POST' ? {} : undefined);
    const response = await server.ask(who, method, url, body);
    const text = await response.text();
    expect(`${response.status} ${text}`).toMatch(new RegExp(`^${probe?.status ?? 0} `));
    expect(text).not.toMatch(/mine|What do you know/);
    if (response.status === 200) expect(JSON.parse(text)).toEqual(probe?.reply);
    else expect(JSON.parse(text)).toHaveProperty('message');
    expect(await everythingOfTheOwner()).toBe(before);
    expect(await server.client(stranger).threads.count()).toBe(ownThreads);
  });

  it('sees none of the owner’s namespaces', async () => {
    const { namespaces } = await server.client(stranger).store.listNamespaces();
    expect(namespaces.filter((labels) => !labels.includes(stranger))).toEqual([]);
    const own = await server.client(owner).store.listNamespaces();
    expect(own.namespaces).toContainEqual([owner, 'notes']);
  });
});
