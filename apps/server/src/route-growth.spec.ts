import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { growthAboveFixed, MOST_GROWTH } from '#graph/testing/growth';
import { hostileText, writeHostile } from '#graph/testing/hostile-text';

import { REQUEST_LIMITS } from './request-limits.ts';
import { newScope, startTestServer, type TestServer } from './testing/test-server.ts';

const owner = newScope();
let server: TestServer;
let threadId: string;

beforeAll(async () => {
  server = await startTestServer();
  const anna = server.client(owner);
  ({ thread_id: threadId } = await anna.threads.create());
  const input = { messages: [{ role: 'human', content: 'Please remember that I fly a PC-12.' }] };
  await anna.runs.wait(threadId, 'memory', { input });
});
afterAll(() => server.close());

/** UTF-16 units of the shorter text: half of what a request may hold of each kind, or less. */
const LONG = 100_000;
/** The same for the memory file. */
const NOTES = 30_000;
const SHORT = REQUEST_LIMITS.metadataBytes / 4;

type Body = (text: string) => unknown;

const human = (content: unknown) => ({ messages: [{ role: 'human', content }] });
const memory = (fields: object) => ({ assistant_id: 'memory', ...fields });
/** A list of as many things as the text has hundreds of units. */
const many = (text: string, entry: (piece: string, at: number) => unknown) =>
  Array.from({ length: Math.floor(text.length / 100) }, (_, at) =>
    entry(text.slice(at * 100, (at + 1) * 100), at),
  );

const RUNS: readonly (readonly [number, Body])[] = [
  [LONG, (text) => memory({ input: human(text) })],
  [LONG, (text) => memory({ input: human([{ type: 'text', text }]) })],
  [
    LONG,
    (text) =>
      memory({ input: { messages: many(text, (content) => ({ role: 'human', content })) } }),
  ],
  [
    LONG,
    (text) => memory({ command: { update: { messages: [{ role: 'human', content: text }] } } }),
  ],
  [LONG, (text) => memory({ command: { goto: many(text, (piece) => piece) } })],
  [SHORT, (text) => memory({ input: human('hi'), metadata: { text } })],
  [SHORT, (text) => memory({ input: human('hi'), config: { configurable: { text } } })],
];

/** What a text of any length can be in a request to each route that takes a body. */
const BODIES: Readonly<Record<string, readonly (readonly [number, Body])[]>> = {
  'POST /threads/:thread_id/runs/wait': RUNS.slice(0, 1),
  'POST /runs/wait': RUNS,
  'POST /runs/batch': [[LONG, (text) => [memory({ input: human(text) })]]],
  'POST /threads': [[SHORT, (text) => ({ metadata: { text } })]],
  'PATCH /threads/:thread_id': [[SHORT, (text) => ({ metadata: { text } })]],
  'POST /threads/search': [
    [SHORT, (text) => ({ metadata: { text } })],
    [
      LONG,
      (text) => ({
        ids: many(text, (_, at) => `${newScope().slice(0, -4)}${String(at).padStart(4, '0')}`),
      }),
    ],
  ],
  'POST /threads/count': [[SHORT, (text) => ({ metadata: { text } })]],
  'POST /threads/:thread_id/state': [
    [LONG, (text) => ({ values: human(text) })],
    [
      LONG,
      (text) => ({ values: { messages: many(text, (content) => ({ role: 'human', content })) } }),
    ],
  ],
  'POST /threads/:thread_id/history': [[SHORT, (text) => ({ metadata: { text } })]],
  'POST /conversations/search': [[100, (query) => ({ query })]],
  'PUT /store/items': [
    [LONG, (text) => ({ namespace: [owner, 'n'], key: 'k', value: { text } })],
    [400, (key) => ({ namespace: [owner, 'n'], key, value: {} })],
  ],
  'POST /store/items/search': [
    [SHORT, (text) => ({ namespace_prefix: [owner], filter: { text } })],
  ],
  'PUT /memory': [
    [NOTES, (text) => ({ text, based_on: null })],
    [NOTES, (text) => ({ text: `- a line\n${text}`, based_on: null })],
  ],
  'POST /memory/forget': [[NOTES, (line) => ({ line })]],
  'POST /memory/import': [[NOTES, (text) => ({ text, based_on: null })]],
};

/** Fields that routes look for: what each of them makes of a text, whatever the route. */
const FIELDS = [
  ...[
    'assistant_id',
    'graph_id',
    'input',
    'command',
    'config',
    'context',
    'metadata',
    'checkpoint',
  ],
  ...[
    'values',
    'namespace',
    'namespace_prefix',
    'key',
    'value',
    'text',
    'based_on',
    'line',
    'query',
  ],
  ...[
    'filter',
    'limit',
    'ids',
    'select',
    'stream_mode',
    'multitask_strategy',
    'thread_id',
    'run_ids',
  ],
];

/** Every route of the API that takes a body, as "METHOD /path". */
function routes(): string[] {
  const all = server.app.routes
    .filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    .map(({ method, path }) => `${method} ${path.replace(/^\/api/, '')}`);
  return [...new Set(all)].toSorted();
}

async function send(route: string, body: unknown): Promise<void> {
  const [method = '', path = ''] = route.split(' ');
  const place = path.replace(':thread_id', threadId).replace(/:\w+/g, newScope());
  // A memory that is written for the first time is never refused for what it was based on.
  const asker =
    /^(?:PUT|POST) \/memory/.test(route) && !route.endsWith('forget') ? newScope() : owner;
  // Streams of runs end with their run; the reply is read whole either way.
  await (await server.ask(asker, method, place, body)).text();
}

async function expectLinear(route: string, bodyOf: Body, size: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const growth = await growthAboveFixed(
        (body: unknown) => send(route, body),
        (length) => bodyOf(writeHostile(text, length)),
        size,
      );
      expect(growth, route).toBeLessThanOrEqual(MOST_GROWTH);
    }),
    { numRuns: 1, endOnFailure: true },
  );
}

describe('twice the text takes about twice the processor time', () => {
  it.each(Object.entries(BODIES))('at %s', { timeout: 300_000 }, async (route, bodies) => {
    expect(routes()).toContain(route);
    for (const [size, bodyOf] of bodies) await expectLinear(route, bodyOf, size);
  });

  it('at every route, in any field', { timeout: 300_000 }, async () => {
    for (const route of routes())
      for (const shape of [(text: string) => text, (text: string) => many(text, (piece) => piece)])
        await expectLinear(
          route,
          (text) => Object.fromEntries(FIELDS.map((field) => [field, shape(text)])),
          SHORT,
        );
  });
});
