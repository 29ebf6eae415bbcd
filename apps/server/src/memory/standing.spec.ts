import { MEMORY_GRAPH_ID } from '#contract/names';
import { MAX_STANDING, STANDING_KEY } from '#contract/standing';
import { ScriptedModel } from '#graph/testing/scripted-model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let model: ScriptedModel;

beforeAll(async () => {
  model = new ScriptedModel(Array.from({ length: 100 }, () => 'fine'));
  server = await startTestServer(model);
});
afterAll(() => server.close());

const say = (content: string, more = {}) => ({ messages: [{ role: 'human', content }], ...more });

describe('standing instructions at the API', () => {
  it('come with the first message, are edited as state, and are told with the thread', async () => {
    const client = server.client(newScope());
    const { thread_id: thread } = await client.threads.create();
    const first = say('hi', { [STANDING_KEY]: ['Metric units'] });
    await client.runs.wait(thread, MEMORY_GRAPH_ID, { input: first });
    expect(model.systemPrompt(-1)).toContain('1. Metric units');
    const edited = { [STANDING_KEY]: ['In German', 'Metric units', ' in german '] };
    await client.threads.updateState(thread, { values: edited });
    await client.runs.wait(thread, MEMORY_GRAPH_ID, { input: say('again') });
    expect(model.systemPrompt(-1)).toContain('1. In German\n2. Metric units');
    const state = await client.threads.getState<Record<string, unknown>>(thread);
    expect(state.values[STANDING_KEY]).toEqual(['In German', 'Metric units']);
    await client.threads.updateState(thread, { values: { [STANDING_KEY]: [] } });
    await client.runs.wait(thread, MEMORY_GRAPH_ID, { input: say('and now') });
    expect(model.systemPrompt(-1)).not.toContain('Standing');
  });

  it('go with a copy of the conversation', async () => {
    const client = server.client(newScope());
    const { thread_id: thread } = await client.threads.create();
    const first = say('hi', { [STANDING_KEY]: ['Metric units'] });
    await client.runs.wait(thread, MEMORY_GRAPH_ID, { input: first });
    const copy = await client.threads.copy(thread);
    const { thread_id: branch } = copy as unknown as { thread_id: string };
    await client.runs.wait(branch, MEMORY_GRAPH_ID, { input: say('again') });
    expect(model.systemPrompt(-1)).toContain('Metric units');
  });

  it.each([
    ['no list', 'Metric units'],
    ['things that are no texts', [1]],
    ['a single change', { add: 'Metric units' }],
    ['too many', Array.from({ length: MAX_STANDING + 1 }, (_, index) => `Rule ${index}`)],
    ['one too long', ['x'.repeat(501)]],
  ])('are refused when they are %s, and nothing is stored', async (_, list) => {
    const owner = newScope();
    const client = server.client(owner);
    const { thread_id: thread } = await client.threads.create();
    const sent = { assistant_id: MEMORY_GRAPH_ID, input: say('hi', { [STANDING_KEY]: list }) };
    const refused = await server.ask(owner, 'POST', `/threads/${thread}/runs/wait`, sent);
    expect(refused.status).toBe(422);
    expect(await client.runs.list(thread)).toEqual([]);
    await client.runs.wait(thread, MEMORY_GRAPH_ID, { input: say('hi') });
    const values = { values: { [STANDING_KEY]: list } };
    const state = await server.ask(owner, 'POST', `/threads/${thread}/state`, values);
    expect(state.status).toBe(422);
    expect(((await state.json()) as { message: string }).message).toContain(STANDING_KEY);
  });
});
