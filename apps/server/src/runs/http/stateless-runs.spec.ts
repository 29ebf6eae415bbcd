import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Client } from '@langchain/langgraph-sdk';

import { newScope, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: string;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = newScope();
  client = server.client(owner);
});
afterAll(() => server.close());

const human = (content: string) => ({ messages: [{ role: 'human', content }] });

describe('runs without a thread', () => {
  const ownThreads = () => client.threads.count();

  it('leave nothing behind once they are read', async () => {
    const before = await ownThreads();
    const waited = await client.runs.wait(null, 'memory', { input: human('Hi.') });
    expect(waited).toHaveProperty('messages');
    const streamed = await Array.fromAsync(
      client.runs.stream(null, 'memory', { input: human('Hi.') }),
    );
    expect(streamed.at(-1)?.event).toBe('values');
    await expect.poll(ownThreads).toBe(before);
  });

  it('can be rejoined by their id alone, and kept', async () => {
    const before = await ownThreads();
    const [run] = await client.runs.createBatch([
      { assistantId: 'memory', input: human('Hi.'), on_completion: 'keep' } as never,
    ]);
    const joined = await Array.fromAsync(client.runs.joinStream(null, run?.run_id ?? ''));
    expect(joined.at(-1)?.event).toBe('values');
    const kept = await server.ask(owner, 'POST', '/runs/wait', {
      assistant_id: 'memory',
      input: human('Hi.'),
      on_completion: 'keep',
    });
    expect(kept.headers.get('content-location')).toMatch(/^\/runs\/[0-9a-f-]{36}$/);
    await kept.text();
    expect(await ownThreads()).toBe(before + 2);
  });
});
