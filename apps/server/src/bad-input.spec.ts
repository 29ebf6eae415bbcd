import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PRIVATE_CONTENTS_KEY } from '#contract/names';

import { everythingStored, trimmed } from './testing/stored-digest.ts';
import { newScope, startTestServer, type TestServer } from './testing/test-server.ts';

const owner = newScope();
const other = newScope();
const unknown = '0199d0c0-0000-7000-8000-000000000001';
const v1 = owner.replace(/-4/, '-1');

let server: TestServer;
let threadId: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ thread_id: threadId } = await server.client(owner).threads.create());
  await say();
  await trimmed(server.dataDir);
  expect(Object.keys(everythingStored(server.dataDir))).toEqual(
    expect.arrayContaining(['thread', 'run', 'event']),
  );
});
afterAll(() => server.close());

const human = (content: unknown) => ({ messages: [{ role: 'human', content }] });
const say = () => server.client(owner).runs.wait(threadId, 'memory', { input: human('Hi.') });

const memory = (fields: object) => ({ assistant_id: 'memory', input: human('Hi.'), ...fields });

interface Refused {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

const scoped = (memory_scope: unknown, more = {}) => ({ context: { memory_scope, ...more } });
const header = (scope: string) => ({ headers: { 'x-api-key': scope } });
const onThread = (path: string) => `/threads/${threadId}${path}`;

const REFUSED: Readonly<Record<string, Refused>> = {
  'no scope': { status: 401, body: memory({}), ...header('') },
  'an upper-case scope': { status: 401, body: memory({}), ...header(owner.toUpperCase()) },
  'a version 1 scope': { status: 401, body: memory({}), ...header(v1) },
  'a foreign context': { status: 403, body: memory(scoped(other)) },
  'a context with an extra key': { status: 422, body: memory(scoped(owner, { x: 1 })) },
  'an empty context': { status: 422, body: memory({ context: {} }) },
  'an upper-case context': { status: 422, body: memory(scoped(owner.toUpperCase())) },
  'a version 1 context': { status: 422, body: memory(scoped(v1)) },
  'malformed JSON': { status: 400, body: '{"assistant_id":' },
  'a body that is not UTF-8': { status: 400, body: Uint8Array.of(0x22, 0xc3, 0x28, 0x22) },
  'an unknown graph': { status: 404, body: memory({ assistant_id: 'nothing' }) },
  'a message of 5 MB': { status: 413, body: memory({ input: human('x'.repeat(5 << 20)) }) },
  'a number too large to keep': {
    status: 400,
    body: '{"assistant_id":"memory","input":{"messages":[{"role":"human","content":[{"type":"text","text":"x","n":12345678901234567890}]}]}}',
  },
  'private state as input': {
    status: 422,
    body: memory({ input: { [PRIVATE_CONTENTS_KEY]: {} } }),
  },
  'private state in a command': {
    status: 422,
    body: memory({ command: { update: { [PRIVATE_CONTENTS_KEY]: {} } } }),
  },
  'an unknown checkpoint': { status: 404, body: memory({ checkpoint_id: unknown }) },
  'a time zone that is none': {
    status: 422,
    body: memory({ config: { configurable: { time_zone: 'Mars/Olympus' } } }),
  },
  'the library’s own configurable': {
    status: 422,
    body: memory({ config: { configurable: { __pregel_store: {} } } }),
  },
};

describe.each(['/runs', '/runs/stream', '/runs/wait'])('%s of a thread', (path) => {
  it.each(Object.keys(REFUSED))(
    'refuses %s; nothing is stored, the thread still works',
    async (what) => {
      const { status, body, headers } = REFUSED[what] ?? { status: 0, body: '' };
      await refusedWithoutTrace(onThread(path), status, body, headers);
    },
  );

  it('refuses an unknown thread, and makes none for a run it refuses', async () => {
    const there = `/threads/${unknown}${path}`;
    await refusedWithoutTrace(there, 404, memory({}));
    await refusedWithoutTrace(there, 403, memory({ ...scoped(other), if_not_exists: 'create' }));
    await refusedWithoutTrace(there, 404, memory({ assistant_id: 'no', if_not_exists: 'create' }));
    await refusedWithoutTrace(`/threads/not-a-uuid${path}`, 400, memory({}));
  });
});

describe.each(['/runs', '/runs/stream', '/runs/wait'])('%s without a thread', (path) => {
  it.each(Object.keys(REFUSED))('refuses %s; nothing is stored', async (what) => {
    const { status, body, headers } = REFUSED[what] ?? { status: 0, body: '' };
    await refusedWithoutTrace(path, status, body, headers);
  });
});

describe('a state update', () => {
  it.each([
    ['private state', 422, { values: { [PRIVATE_CONTENTS_KEY]: {} } }],
    ['an unknown node', 422, { values: human('x'), as_node: 'nowhere' }],
    ['values that are no object', 422, { values: 'x' }],
    ['a checkpoint of another thread', 422, { values: {}, checkpoint: { thread_id: unknown } }],
    ['an unknown checkpoint', 404, { values: human('x'), checkpoint_id: unknown }],
  ])('refuses %s; nothing is stored', async (_, status, body) => {
    await refusedWithoutTrace(onThread('/state'), status, body);
  });
});

async function refusedWithoutTrace(
  path: string,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<void> {
  const before = everythingStored(server.dataDir);
  const response = await fetch(server.apiUrl + path, {
    method: 'POST',
    headers: { 'x-api-key': owner, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
  const reply = (await response.json()) as { error: string; message: string };
  expect([response.status, Object.keys(reply).sort()]).toEqual([status, ['error', 'message']]);
  expect(reply.message).toMatch(/^[A-Za-z].+\.$/s);
  expect(everythingStored(server.dataDir)).toEqual(before);
}

describe('after all that', () => {
  it('the thread is usable', async () => {
    expect(await say()).toHaveProperty('messages');
    expect((await server.client(owner).threads.get(threadId)).status).toBe('idle');
  });
});
