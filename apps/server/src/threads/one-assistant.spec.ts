import { afterAll, beforeAll, expect, it } from 'vitest';

import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';
import { GO_WELL } from '../testing/test-graphs.ts';

let server: TestServer;
let owner: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = newScope();
});
afterAll(() => server.close());

const say = (text: string) => ({ messages: [{ role: 'human', content: text }] });

/** A thread that has begun with the failing graph, in a turn that went well. */
async function begun(): Promise<string> {
  const client = server.client(owner);
  const { thread_id: thread } = await client.threads.create();
  await client.runs.wait(thread, 'failing', { input: say(GO_WELL) });
  return thread;
}

it.each(['runs', 'runs/wait', 'runs/stream'])(
  'refuses %s of another assistant on a thread, and stores nothing of it',
  async (route) => {
    const thread = await begun();
    const before = await (await server.ask(owner, 'GET', `/threads/${thread}/state`)).text();
    const refused = await server.ask(owner, 'POST', `/threads/${thread}/${route}`, {
      assistant_id: 'memory',
      input: say('hello'),
    });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      message: expect.stringContaining('belongs to the assistant "failing"') as string,
    });
    expect(await (await server.ask(owner, 'GET', `/threads/${thread}/state`)).text()).toBe(before);
    expect(await server.client(owner).runs.list(thread)).toHaveLength(1);
  },
);

it('holds a thread to the assistant that it was created for', async () => {
  const client = server.client(owner);
  const { thread_id: thread } = await client.threads.create({ graphId: 'asking' });
  const refused = await server.ask(owner, 'POST', `/threads/${thread}/runs`, {
    assistant_id: 'failing',
    input: say(GO_WELL),
  });
  expect(refused.status).toBe(409);
});

it('keeps the assistant of a thread when its metadata is changed', async () => {
  const thread = await begun();
  const patch = (metadata: object) =>
    server.ask(owner, 'PATCH', `/threads/${thread}`, { metadata });
  expect((await patch({ graph_id: 'memory' })).status).toBe(409);
  expect((await patch({ graph_id: null })).status).toBe(409);
  expect((await patch({ graph_id: 'failing', note: 'mine' })).status).toBe(200);
});
