import { MEMORY_GRAPH_ID } from '#contract/names';
import { STANDING_KEY } from '#contract/standing';
import { ScriptedModel, writesMemory } from '#graph/testing/scripted-model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let model: ScriptedModel;

beforeAll(async () => {
  const asks = writesMemory('- a\n');
  model = new ScriptedModel([asks, 'noted', 'fine', asks, 'fine']);
  server = await startTestServer(model);
});
afterAll(() => server.close());

const values = { [STANDING_KEY]: ['Metric units'] };
const say = (content: string) => ({ input: { messages: [{ role: 'human', content }] } });

/** A conversation that waits for the answer to a question. */
async function asked() {
  const owner = newScope();
  const client = server.client(owner);
  const metadata = { memory_mode: 'ask' };
  const { thread_id: thread } = await client.threads.create({ metadata });
  await client.runs.wait(thread, MEMORY_GRAPH_ID, say('remember a'));
  const { tasks } = await client.threads.getState(thread);
  const id = tasks.flatMap(({ interrupts }) => interrupts)[0]?.id ?? '';
  return { owner, client, thread, id };
}

const change = (owner: string, thread: string, body: object) =>
  server.ask(owner, 'POST', `/threads/${thread}/state`, body);

describe('a state update while a question is open', () => {
  it('is refused with a plain sentence, and the question stands and can be answered', async () => {
    const { owner, client, thread, id } = await asked();
    const { checkpoint } = await client.threads.getState(thread);
    for (const body of [{ values }, { values, checkpoint }, { values: null }]) {
      const refused = await change(owner, thread, body);
      expect(refused.status).toBe(409);
      expect(await refused.json()).toEqual({
        error: 'conflict',
        message:
          'A question of the agent is open in this conversation, and this change would drop it. Answer it first.',
      });
    }
    expect((await client.threads.get(thread)).status).toBe('interrupted');
    const command = { resume: { [id]: { decisions: [{ type: 'approve' }] } } };
    await client.runs.wait(thread, MEMORY_GRAPH_ID, { command });
    expect((await client.threads.get(thread)).status).toBe('idle');
    expect((await change(owner, thread, { values })).status).toBe(200);
  });

  it('that names an earlier checkpoint leaves the question knowingly', async () => {
    const owner = newScope();
    const client = server.client(owner);
    const metadata = { memory_mode: 'ask' };
    const { thread_id: thread } = await client.threads.create({ metadata });
    await client.runs.wait(thread, MEMORY_GRAPH_ID, say('hello'));
    const { checkpoint } = await client.threads.getState(thread);
    await client.runs.wait(thread, MEMORY_GRAPH_ID, say('remember a'));
    expect((await client.threads.get(thread)).status).toBe('interrupted');
    expect((await change(owner, thread, { values, checkpoint })).status).toBe(200);
  });
});

describe('a state update before the first run', () => {
  it('is kept for the first run, and leaves the thread at rest', async () => {
    const owner = newScope();
    const client = server.client(owner);
    const { thread_id: thread } = await client.threads.create({ graphId: MEMORY_GRAPH_ID });
    expect((await change(owner, thread, { values })).status).toBe(200);
    const state = await client.threads.getState<Record<string, unknown>>(thread);
    expect(state.values[STANDING_KEY]).toEqual(['Metric units']);
    expect((await client.threads.get(thread)).status).toBe('idle');
    await client.runs.wait(thread, MEMORY_GRAPH_ID, say('hi'));
    expect(model.systemPrompt(-1)).toContain('1. Metric units');
    const after = await client.threads.getState<{ messages: unknown[] }>(thread);
    expect(after.values.messages).toHaveLength(2);
    expect(after.next).toEqual([]);
    expect((await client.threads.get(thread)).status).toBe('idle');
  });

  it('needs to know the graph where several are served', async () => {
    const owner = newScope();
    const { thread_id: thread } = await server.client(owner).threads.create();
    const refused = await change(owner, thread, { values });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('graph_id');
  });
});
