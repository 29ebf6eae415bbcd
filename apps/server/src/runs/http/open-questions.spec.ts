import { MEMORY_GRAPH_ID, MEMORY_PATH, memoryNamespace } from '#contract/names';
import { asks, editsMemory, ScriptedModel, type Turn } from '#graph/testing/scripted-model';
import { afterEach, describe, expect, it } from 'vitest';

import { newScope, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

const NOTE = '- a\n- b\n';
const APPROVE = { decisions: [{ type: 'approve' }] };
const REJECT = { decisions: [{ type: 'reject', message: 'Not that one.' }] };

interface Told {
  readonly id: string;
  readonly author: string;
  readonly after: string;
}

/** A conversation that asks before remembering, at a server whose model follows a script. */
async function begin(...turns: readonly Turn[]) {
  const owner = newScope();
  server = await startTestServer(new ScriptedModel(turns));
  await server.ask(owner, 'PUT', '/memory', { text: NOTE, based_on: null });
  const client = server.client(owner);
  const metadata = { memory_mode: 'ask' };
  const { thread_id: thread } = await client.threads.create({ metadata });
  const run = async (body: object) => {
    const sent = { assistant_id: MEMORY_GRAPH_ID, ...body };
    const response = await server.ask(owner, 'POST', `/threads/${thread}/runs/wait`, sent);
    // A run has ended when its reply has.
    return { status: response.status, body: await response.text() };
  };
  await run({ input: { messages: [{ role: 'human', content: 'go' }] } });
  const questions = async (): Promise<Told[]> => {
    const { tasks } = await client.threads.getState(thread);
    return tasks
      .flatMap(({ interrupts }) => interrupts)
      .map(({ id = '', value }) => ({
        id,
        ...(value as { memory_change: Omit<Told, 'id'> }).memory_change,
      }));
  };
  return {
    client,
    thread,
    questions,
    answer: (resume: unknown) => run({ command: { resume } }),
    goOn: () => run({ input: null }),
    runs: async () => (await client.runs.list(thread)).length,
    mode: (memory_mode: string) => client.threads.update(thread, { metadata: { memory_mode } }),
    async memory() {
      const item = await client.store.getItem(memoryNamespace(owner), MEMORY_PATH);
      return String(item?.value['content']);
    },
  };
}

const TWO = editsMemory(['- a', '- A'], ['- b', '- B']);

describe('several open questions', () => {
  it('are answered together, each with its own decision', async () => {
    const talk = await begin(TWO, 'done');
    const [first, second] = await talk.questions();
    if (!first || !second) throw new Error('There are not two questions.');
    expect((await talk.answer({ [first.id]: REJECT, [second.id]: APPROVE })).status).toBe(200);
    expect(await talk.memory()).toBe('- a\n- B\n');
    expect(await talk.questions()).toEqual([]);
  });

  it('need each answer named, and nothing is done with one that is not', async () => {
    const talk = await begin(TWO);
    const before = await talk.runs();
    const refused = await talk.answer(APPROVE);
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('2 open questions');
    expect([await talk.runs(), await talk.memory()]).toEqual([before, NOTE]);
    expect(await talk.questions()).toHaveLength(2);
  });

  it('of two subagents at work at once stand beside each other', async () => {
    const task = { name: 'task', args: { description: 'x', subagent_type: 'general-purpose' } };
    const change = (messages: readonly { text: string }[]) =>
      messages.some(({ text }) => text.includes('only b'))
        ? editsMemory(['- b', '- B'])
        : editsMemory(['- a', '- A']);
    const talk = await begin(
      asks(task, { ...task, args: { ...task.args, description: 'only b' } }),
      change,
      change,
      'one done',
      'two done',
      'all done',
    );
    const told = await talk.questions();
    expect(told.map(({ author }) => author)).toEqual(['subagent', 'subagent']);
    const resume = Object.fromEntries(
      told.map(({ id, after }) => [id, after.includes('- B') ? REJECT : APPROVE]),
    );
    expect((await talk.answer(resume)).status).toBe(200);
    expect(await talk.memory()).toBe('- A\n- b\n');
    expect((await talk.client.threads.get(talk.thread)).status).toBe('idle');
  });
});

describe('an answer to a question that is open no more', () => {
  it('is refused with a plain sentence before anything is run', async () => {
    const talk = await begin(editsMemory(['- a', '- A']), 'done');
    const [asked] = await talk.questions();
    if (!asked) throw new Error('There is no question.');
    expect((await talk.answer({ [asked.id]: REJECT })).status).toBe(200);
    const before = await talk.runs();
    const late = await talk.answer({ [asked.id]: APPROVE });
    expect(late.status).toBe(409);
    expect(late.body).toContain('no longer open: it was answered already');
    expect([await talk.runs(), await talk.memory()]).toEqual([before, NOTE]);
  });
});

describe('a mode that is changed while a question is open', () => {
  it.each(['automatic', 'off'])('to %s holds from the next message on', async (mode) => {
    const talk = await begin(editsMemory(['- a', '- A']), 'done');
    await talk.mode(mode);
    await talk.goOn();
    expect(await talk.memory()).toBe(NOTE);
    const [asked] = await talk.questions();
    if (!asked) throw new Error('The question is gone.');
    expect((await talk.answer({ [asked.id]: REJECT })).status).toBe(200);
    expect(await talk.memory()).toBe(NOTE);
    const { values } = await talk.client.threads.getState(talk.thread);
    expect(JSON.stringify(values)).toContain('Not that one.');
  });
});
