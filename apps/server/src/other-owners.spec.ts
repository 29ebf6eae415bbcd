import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';

import { defineSums } from './storage/sqlite/damage/summed-table.ts';
import { newScope, startTestServer, type TestServer } from './testing/test-server.ts';
import { type Executed, WatchedStatements } from './testing/watched-statements.ts';

/**
 * Whether one owner's replies, and what they cost, tell anything of what other owners have. The
 * observer asks everything twice; in between, other owners come to have much of the same.
 */
const observer = newScope();
const others = [newScope(), newScope(), newScope()];
const NOW = new Date('2030-01-01T00:00:00Z');
const BIG = 'x'.repeat(7_000);

let server: TestServer;
let statements: WatchedStatements;
let threads: readonly string[];
let runId: string;
let assistant: string;
let before: readonly Reply[];
let after: readonly Reply[];

interface Reply {
  readonly request: string;
  readonly reply: string;
  readonly executed: readonly Executed[];
}

async function talk(scope: string, content: string, metadata = {}, threadId?: string) {
  const client = server.client(scope);
  const made = await client.threads.create({ metadata, ...(threadId && { threadId }) });
  const input = { messages: [{ role: 'user', content }] };
  await client.runs.wait(made.thread_id, 'memory', { input });
  return made.thread_id;
}

function requests(): [method: string, path: string, body?: unknown][] {
  const [thread = ''] = threads;
  const search = (query: string) => ['POST', '/conversations/search', { query }] as const;
  const found = (body: object) => ['POST', '/threads/search', body] as const;
  return [
    ['GET', '/conversations'],
    ['GET', `/conversations/${thread}`],
    ...[
      'zanzibar',
      'quixotic',
      'zanzibar quixotic',
      'z',
      'zan',
      '12345',
      '1',
      '東京',
      'the',
      'absent',
    ]
      .map(search)
      .map(([method, path, body]): [string, string, unknown] => [method, path, body]),
    ...[
      {},
      { sort_by: 'updated_at', sort_order: 'asc' },
      { sort_by: 'status' },
      { metadata: { project: 'hangar' } },
      { status: 'idle' },
      { ids: threads },
    ]
      .map(found)
      .map(([method, path, body]): [string, string, unknown] => [method, path, body]),
    ['POST', '/threads/count', {}],
    ['POST', '/threads/count', { metadata: { project: 'hangar' } }],
    ['GET', `/threads/${thread}`],
    ['GET', `/threads/${thread}/state`],
    ['GET', `/threads/${thread}/history`],
    ['GET', `/threads/${thread}/runs`],
    ['GET', `/threads/${thread}/runs/${runId}`],
    ['GET', `/threads/${thread}/runs/${runId}/join`],
    ['GET', '/documents'],
    ['POST', '/documents/search', { query: 'What is the zanzibar rate?' }],
    ['GET', '/research'],
    ['GET', '/research/rates'],
    ['GET', '/memory'],
    ['GET', '/memory/export'],
    ['GET', '/memory/revisions'],
    ['GET', `/store/items?namespace=${observer}.notes&key=n`],
    ['POST', '/store/items/search', { namespace_prefix: [observer] }],
    ['POST', '/store/items/search', { namespace_prefix: [observer], filter: { n: { $gte: 1 } } }],
    ['POST', '/store/items/search', { namespace_prefix: memoryNamespace(observer) }],
    ['POST', '/store/namespaces', {}],
    ['POST', '/store/namespaces', { prefix: [observer], max_depth: 2 }],
    ['POST', '/assistants/search', {}],
    ['POST', '/assistants/search', { name: 'own' }],
    ['POST', '/assistants/count', {}],
    ['GET', `/assistants/${assistant}`],
    ['POST', `/assistants/${assistant}/versions`, {}],
    ['POST', '/runs/cancel', { status: 'all' }],
  ];
}

async function askAll(): Promise<Reply[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  const replies: Reply[] = [];
  for (const [method, path, body] of requests()) {
    statements.take();
    const response = await server.ask(observer, method, path, body);
    const headers = [...response.headers].filter(([name]) => name.startsWith('x-pagination'));
    replies.push({
      request: `${method} ${path} ${JSON.stringify(body ?? null)}`,
      reply: JSON.stringify([response.status, headers, await response.text()]),
      executed: statements.take(),
    });
  }
  for (const [what, ask] of recalls()) {
    statements.take();
    const reply = JSON.stringify([200, [], await ask()]);
    replies.push({ request: what, reply, executed: statements.take() });
  }
  vi.useRealTimers();
  return replies;
}

/** What the agent's tool asks of the storage. */
function recalls(): [what: string, ask: () => Promise<unknown>][] {
  const { conversations } = server.storage;
  const asking = { threadId: threads[1] ?? '', messageIds: new Set<string>() };
  const recall = (more: object, ...wordings: string[]) =>
    [
      `recall ${wordings.join()}`,
      () => conversations.recall(observer, { wordings, limit: 20, asking, ...more }),
    ] satisfies [string, () => Promise<unknown>];
  return [
    recall({}, 'zanzibar'),
    recall({}, 'quixotic word', 'the code', '12345'),
    recall({ from: new Date(0), until: NOW }, 'quixotic'),
    [
      'neighbours',
      async () => {
        const query = { wordings: ['quixotic'], limit: 1, asking };
        const [turn] = await conversations.recall(observer, query);
        const { messageId = '', threadId = '' } = turn ?? {};
        const place = { threadId, messageId, before: 2, after: 2, asking };
        return conversations.neighbours(observer, place);
      },
    ],
  ];
}

beforeAll(async () => {
  statements = new WatchedStatements();
  server = await startTestServer();
  threads = [
    await talk(observer, 'The word is quixotic, and the code is 99999. 東京タワー', {
      project: 'hangar',
    }),
    await talk(observer, 'The word is zanzibar.'),
  ];
  const client = server.client(observer);
  runId = (await client.runs.list(threads[0] ?? ''))[0]?.run_id ?? '';
  const own = { graphId: 'memory', name: 'own' };
  ({ assistant_id: assistant } = await client.assistants.create(own));
  await client.store.putItem([observer, 'notes'], 'n', { n: 1 });
  await client.store.putItem(memoryNamespace(observer), MEMORY_PATH, { content: '- mine' });
  await server.ask(observer, 'POST', '/documents?name=a.txt', 'The zanzibar rate is 7.');
  await server.ask(observer, 'POST', '/research', { question: 'zanzibar?', id: 'rates' });
  // A first pass brings the index up to date and warms what there is to warm.
  await askAll();
  before = await askAll();
  for (const other of others) {
    const theirs = server.client(other);
    for (const word of ['zanzibar', 'zanzibar zanzi', 'quixote', '12345 東京タワー the the the'])
      await talk(other, `Someone else said ${word}`, { project: 'hangar', big: BIG });
    await talk(other, 'zanzibar on a thread of the same id', {}, threads[0]);
    for (let count = 0; count < 20; count++)
      await theirs.store.putItem([other, `notes${count}`], 'n', { n: count, big: BIG });
    for (const id of [assistant, randomUUID(), randomUUID()])
      await theirs.assistants.create({ graphId: 'memory', name: 'own', assistantId: id });
    await theirs.store.putItem(memoryNamespace(other), MEMORY_PATH, { content: '- theirs' });
    for (const text of ['zanzibar', 'A zanzibar rate of zanzibar'])
      await server.ask(other, 'POST', '/documents?name=a.txt', text);
    for (const id of ['rates', 'other'])
      await server.ask(other, 'POST', '/research', { question: 'zanzibar?', id });
    const expiring = { namespace: [other, 'x'], key: 'k', value: {}, ttlMs: 1e9 };
    await server.storage.store.batch([expiring]);
  }
  after = await askAll();
}, 60_000);
afterAll(async () => {
  await server.close();
  vi.restoreAllMocks();
});

it('asks what finds something, so that there is something to be told apart', () => {
  const hits = before.filter(
    ({ request, reply }) => request.includes('search') && !reply.includes('"[]"'),
  );
  expect(hits.length).toBeGreaterThan(8);
  const recalled = before.filter(({ request }) => /^(?:recall|neighbours)/.test(request));
  expect(recalled.filter(({ reply }) => reply.includes('The word is quixotic')).length).toBe(3);
  expect(
    before.filter(({ reply }) => !/^\[20[04]/.test(reply)).map(({ request }) => request),
  ).toEqual([]);
});

it('replies byte by byte the same, whatever other owners have', () => {
  for (const [at, { request, reply }] of before.entries())
    expect(`${request} ${after[at]?.reply ?? ''}`).toBe(`${request} ${reply}`);
});

it('reads as many rows by as many statements, whatever other owners have', () => {
  for (const [at, { request, executed }] of before.entries())
    expect([request, after[at]?.executed]).toEqual([request, executed]);
});

it('looks through no table: every statement goes by an index of the owner', () => {
  const db = new DatabaseSync(join(server.dataDir, 'throughline.db'), { readOnly: true });
  // What was executed names the functions of its connection.
  defineSums(db);
  const plans = new Map<string, string[]>();
  for (const { executed } of after)
    for (const { sql } of executed)
      if (/^\s*(?:SELECT|UPDATE|DELETE|INSERT)/i.test(sql)) plans.set(sql, []);
  for (const [sql, steps] of plans)
    for (const { detail } of db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())
      steps.push(String(detail));
  db.close();
  expect(plans.size).toBeGreaterThan(20);
  const scans = [...plans].filter(([, steps]) =>
    steps.some((step) => /^SCAN (?!json_each|wanted|CONSTANT|\(subquery)/.test(step)),
  );
  expect(scans).toEqual([]);
});

describe('an id that another owner has', () => {
  it('is given like any other', async () => {
    const stranger = newScope();
    const create = async (id: string) => {
      const body = { thread_id: id, if_exists: 'raise' };
      const response = await server.ask(stranger, 'POST', '/threads', body);
      const text = await response.text();
      return [response.status, text.replaceAll(id, 'ID').replaceAll(/\d{4}-[^"]*Z/g, 'TIME')];
    };
    const taken = threads[0] ?? '';
    expect(await create(taken)).toEqual(await create(randomUUID()));
    // One's own ids keep what the SDK says of them.
    expect((await server.ask(stranger, 'POST', '/threads', { thread_id: taken })).status).toBe(409);
    const again = { thread_id: taken, if_exists: 'do_nothing' };
    expect((await server.ask(stranger, 'POST', '/threads', again)).status).toBe(200);
    await server.client(stranger).threads.delete(taken);
    const [owned] = await server.client(observer).threads.search({ ids: [taken] });
    expect(JSON.stringify(owned?.values)).toContain('quixotic');
  });

  it('can be talked under, and neither hears the other', async () => {
    const stranger = newScope();
    const id = await talk(stranger, 'What was said here before?', {}, threads[0]);
    const state = await server.client(stranger).threads.getState(id);
    expect(JSON.stringify(state.values)).not.toContain('quixotic');
    const hers = await server.client(observer).threads.getState(id);
    expect(JSON.stringify(hers.values)).not.toContain('said here before');
  });
});
