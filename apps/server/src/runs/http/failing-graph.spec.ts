import { afterAll, beforeAll, expect, it } from 'vitest';

import { newScope, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
const log: string[] = [];

beforeAll(async () => {
  server = await startTestServer(undefined, { log: { write: (line) => void log.push(line) } });
});
afterAll(() => server.close());

it('what a graph’s error says is in no event, state or log; its kind is', async () => {
  const owner = newScope();
  const { thread_id: thread } = await server.client(owner).threads.create();
  const reply = await server.ask(owner, 'POST', `/threads/${thread}/runs/stream`, {
    assistant_id: 'failing',
    input: { messages: [{ role: 'human', content: 'Hi.' }] },
    stream_mode: ['values', 'updates', 'tasks', 'checkpoints', 'debug', 'custom'],
  });
  const told = await reply.text();
  expect(told).toMatch(/event: tasks\ndata: .*"error":"Error"/);
  const state = await server.ask(owner, 'GET', `/threads/${thread}/state`);
  const history = await server.ask(owner, 'POST', `/threads/${thread}/history`, {});
  const texts = [told, await state.text(), await history.text(), ...log];
  for (const text of texts) expect(text).not.toContain('a secret');
  expect(texts[1]).toContain('"error":"Error"');
  const tuple = await server.storage
    .checkpointer(owner)
    .getTuple({ configurable: { thread_id: thread } });
  expect(JSON.stringify(tuple?.pendingWrites)).toContain('__error__');
  expect(JSON.stringify(tuple?.pendingWrites)).not.toContain('a secret');
});
