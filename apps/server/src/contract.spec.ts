import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ScriptedModel } from '#graph/testing/scripted-model';

import { newScope, startTestServer, type TestServer } from './testing/test-server.ts';

/** The contract as a client meets it. Literal on purpose: no constant of ours may move with it. */
const owner = newScope();
const namespace = ['cockpit', 'deep-agents-memory', 'browser-v1', owner];
const PATH = '/memories/AGENTS.md';
const input = { messages: [{ role: 'human', content: 'Hi.' }] };

let server: TestServer;
let model: ScriptedModel;

beforeAll(async () => {
  model = new ScriptedModel(Array.from({ length: 50 }, () => 'Hello.'));
  server = await startTestServer(model);
});
afterAll(() => server.close());

const isObservation = (data: unknown) =>
  (data as { name?: unknown } | null)?.name === 'deep_agents.memory';

/** The observations of one turn in a thread of its own, and that thread. */
async function turn(context?: unknown) {
  const client = server.client(owner);
  const { thread_id: threadId } = await client.threads.create();
  const stream = client.runs.stream(threadId, 'memory', {
    input,
    streamMode: ['custom'],
    ...(context !== undefined && { context }),
  });
  const told: unknown[] = [];
  for await (const { event, data } of stream)
    if (event === 'custom' && isObservation(data)) told.push(data);
  return { threadId, told };
}

const observations = (memory_contents: unknown) =>
  ['initial', 'model', 'terminal'].map((phase) => ({
    name: 'deep_agents.memory',
    data: { memory_contents, memory_scope_owner: owner, phase },
  }));

describe('the contract over HTTP', () => {
  it('tells a missing file, an empty one and literal text apart, in every phase', async () => {
    const client = server.client(owner);
    expect((await turn()).told).toEqual(observations({}));
    await client.store.putItem(namespace, PATH, { content: '' });
    expect((await turn()).told).toEqual(observations({ [PATH]: '' }));
    const text = '\n  - kept as it is  \r\n\n';
    await client.store.putItem(namespace, PATH, { content: text });
    const { told, threadId } = await turn({ memory_scope: owner });
    expect(told).toEqual(observations({ [PATH]: text }));
    const { values } = await client.threads.getState<Record<string, unknown>>(threadId);
    expect(values).toMatchObject({
      _memory_contents: { [PATH]: text },
      _memory_scope_owner: owner,
    });
  });

  it('holds the file to 65,536 bytes of UTF-8', async () => {
    const put = (content: string) =>
      server.ask(owner, 'PUT', '/store/items', { namespace, key: PATH, value: { content } });
    expect((await put('é'.repeat(32_768))).status).toBe(204);
    expect((await put(`${'é'.repeat(32_768)}x`)).status).toBe(413);
  });

  it('ends a run whose read fails, with no model call after it and nothing observed', async () => {
    const calls = model.prompts.length;
    // Left too large by other means: past the gate.
    await server.storage.store.put(namespace, PATH, { content: 'x'.repeat(65_537) });
    const client = server.client(owner);
    const { thread_id: threadId } = await client.threads.create();
    const reply: unknown = await client.runs.wait(threadId, 'memory', { input, raiseError: false });
    expect(reply).toMatchObject({
      __error__: { message: expect.stringMatching(/^Memory observation unavailable/) as unknown },
    });
    expect(model.prompts).toHaveLength(calls);
    const { values } = await client.threads.getState(threadId);
    expect(values).not.toHaveProperty('_memory_contents');
    // The owner can open it and put it in order.
    const item = await client.store.getItem(namespace, PATH);
    expect(item?.value['content']).toHaveLength(65_537);
    await client.store.putItem(namespace, PATH, { content: '- short\n' });
    expect((await turn()).told).toEqual(observations({ [PATH]: '- short\n' }));
  });

  it('never reads, moves or resets the historical global namespace', async () => {
    const global = ['filesystem'];
    await server.storage.store.put(global, PATH, { content: '- of everyone\n' });
    const stranger = newScope();
    const { thread_id: threadId } = await server.client(stranger).threads.create();
    await server.client(stranger).runs.wait(threadId, 'memory', { input });
    expect(JSON.stringify(model.prompts.at(-1))).not.toContain('of everyone');
    const kept = await server.storage.store.get(global, PATH);
    expect(kept?.value).toEqual({ content: '- of everyone\n' });
  });
});
