import { MEMORY_GRAPH_ID, MEMORY_PATH, memoryNamespace } from '#contract/names';
import { asks, editsMemory, ScriptedModel, type Turn } from '#graph/testing/scripted-model';
import { afterEach, describe, expect, it } from 'vitest';

import { newScope, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

const APPROVE = { decisions: [{ type: 'approve' }] };
const NEVER: Turn = () => new Promise<never>(() => undefined);
const task = (description: string) => ({
  name: 'task',
  args: { description, subagent_type: 'general-purpose' },
});
/** What a subagent does by its own task: their calls come in either order. */
const byTask: Turn = (messages) =>
  messages.some(({ text }) => text.includes('only b'))
    ? editsMemory(['- b', '- B'])
    : editsMemory(['- a', '- A']);

async function begin(...turns: readonly Turn[]) {
  const owner = newScope();
  const model = new ScriptedModel(turns);
  server = await startTestServer(model);
  await server.ask(owner, 'PUT', '/memory', { text: '- a\n- b\n', based_on: null });
  const client = server.client(owner);
  const metadata = { memory_mode: 'ask' };
  const { thread_id: thread } = await client.threads.create({ metadata });
  const say = (content: string) =>
    client.runs.wait(thread, MEMORY_GRAPH_ID, {
      input: { messages: [{ role: 'human', content }] },
      multitaskStrategy: 'interrupt',
    });
  await say('go');
  return {
    client,
    model,
    say,
    thread,
    answer: (resume: object) =>
      client.runs.create(thread, MEMORY_GRAPH_ID, { command: { resume } }),
    /** Ids of the open questions, as the state tells them and as the thread does. */
    async open() {
      const { tasks } = await client.threads.getState(thread);
      const { interrupts } = await client.threads.get(thread);
      const listed = tasks.flatMap((one) => one.interrupts).map(({ id }) => id);
      const ofThread = Object.values(interrupts).flat();
      expect(ofThread.map(({ id }) => id)).toEqual(listed);
      return listed.map(String);
    },
    async memory() {
      const item = await client.store.getItem(memoryNamespace(owner), MEMORY_PATH);
      return item?.value['content'] as unknown;
    },
  };
}

describe('a question that was answered', () => {
  it('is listed no more while another one waits, and only that one can be answered', async () => {
    const talk = await begin(editsMemory(['- a', '- A'], ['- b', '- B']), 'done');
    const [first = '', second = ''] = await talk.open();
    await talk.client.runs.join(talk.thread, (await talk.answer({ [first]: APPROVE })).run_id);
    expect(await talk.open()).toEqual([second]);
    expect((await talk.client.threads.get(talk.thread)).status).toBe('interrupted');
    await expect(talk.answer({ [first]: APPROVE })).rejects.toThrow('409');
    await talk.client.runs.join(talk.thread, (await talk.answer({ [second]: APPROVE })).run_id);
    expect([await talk.open(), await talk.memory()]).toEqual([[], '- A\n- B\n']);
  });

  it('in a subagent that is stopped after its change was made is not asked again', async () => {
    const two = asks(task('only a'), task('only b'));
    const talk = await begin(two, byTask, byTask, NEVER, NEVER, 'I see.');
    const asked = await talk.open();
    expect(asked).toHaveLength(2);
    const resume = Object.fromEntries(asked.map((id) => [id, APPROVE]));
    const { run_id } = await talk.answer(resume);
    // Both subagents are asked on, so both changes are made and kept in their own states.
    await expect.poll(() => talk.model.prompts.length).toBe(5);
    expect(await talk.memory()).toBe('- A\n- B\n');
    expect(await talk.open()).toEqual([]);
    await talk.client.runs.cancel(talk.thread, run_id, true);
    expect(await talk.open()).toEqual([]);
    expect((await talk.client.threads.get(talk.thread)).status).toBe('idle');
    await talk.say('and now?');
    const results = (talk.model.prompts.at(-1) ?? []).filter(({ type }) => type === 'tool');
    expect(results.map(({ text }) => text)).toEqual([
      expect.stringContaining('had changed the memory file: revision 2, 3.'),
      expect.stringContaining('had changed the memory file: revision 2, 3.'),
    ]);
  });

  it('waits again where its run was stopped before anything was done with it', async () => {
    const two = asks(task('only a'), task('only b'));
    const talk = await begin(two, byTask, byTask, NEVER);
    const [first = '', second = ''] = await talk.open();
    const { run_id } = await talk.answer({ [first]: APPROVE });
    await expect.poll(() => talk.model.prompts.length).toBe(4);
    await talk.client.runs.cancel(talk.thread, run_id, true);
    expect(await talk.open()).toEqual([second]);
    expect((await talk.client.threads.get(talk.thread)).status).toBe('interrupted');
  });
});
