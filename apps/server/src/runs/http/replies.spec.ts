import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Client } from '@langchain/langgraph-sdk';

import { GO_WELL } from '../../testing/test-graphs.ts';
import { newScope, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: string;
let client: Client;
let threadId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = newScope();
  client = server.client(owner);
  ({ thread_id: threadId } = await client.threads.create());
  // Long enough that compressing it is worth while.
  await client.runs.wait(threadId, 'memory', { input: human(`Hi. ${'word '.repeat(500)}`) });
});
afterAll(() => server.close());

const human = (content: string) => ({ messages: [{ role: 'human', content }] });
const run = { assistant_id: 'memory', input: human('Hi.') };

describe('replies', () => {
  it('are compressed when they are whole', async () => {
    const state = await server.ask(owner, 'GET', `/threads/${threadId}/state`);
    expect(state.headers.get('content-encoding')).toBe('gzip');
    expect(state.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(state.headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify(await state.json())).toContain('word word');
  });

  it.each(['stream', 'wait'])(
    'of %s come as they are, so that nothing is held back',
    async (how) => {
      const reply = await server.ask(owner, 'POST', `/threads/${threadId}/runs/${how}`, run);
      expect(reply.headers.get('content-encoding')).toBeNull();
      expect(reply.headers.get('cache-control')).toBe('no-store, no-transform');
      expect(await reply.text()).toContain('word word');
    },
  );
});

describe('the list of runs', () => {
  it('tells how many there are in all, and where the next page begins', async () => {
    const { thread_id: thread } = await client.threads.create();
    for (const text of [GO_WELL, GO_WELL, GO_WELL, 'fail'])
      await client.runs.wait(thread, 'failing', { input: human(text), raiseError: false });
    const page = async (query: string) => {
      const reply = await server.ask(owner, 'GET', `/threads/${thread}/runs?${query}`);
      const { length } = (await reply.json()) as unknown[];
      const header = (name: string) => reply.headers.get(`x-pagination-${name}`);
      return [length, header('total'), header('next')];
    };
    expect(await page('limit=3')).toEqual([3, '4', '3']);
    expect(await page('limit=3&offset=3')).toEqual([1, '4', null]);
    expect(await page('limit=4')).toEqual([4, '4', null]);
    expect(await page('limit=2&status=success')).toEqual([2, '3', '2']);
    expect(await page('status=error')).toEqual([1, '1', null]);
  });
});

describe('cancelling many', () => {
  it('takes runs by how far they are, or by their ids, and nothing else', async () => {
    const { thread_id: threadId } = await client.threads.create();
    const { run_id: runId } = await client.runs.create(threadId, 'held', { input: {} });
    await client.runs.cancelMany({ status: 'all' });
    expect((await client.runs.get(threadId, runId)).status).toBe('interrupted');
    for (const body of [{}, { status: 'done' }, { status: 'all', thread_id: threadId }]) {
      const refused = await server.ask(owner, 'POST', '/runs/cancel', body);
      expect(refused.status).toBe(422);
    }
  });
});
