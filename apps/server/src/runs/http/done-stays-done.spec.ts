import { MEMORY_GRAPH_ID, MEMORY_PATH, memoryNamespace } from '#contract/names';
import { MemoryUnavailableError } from '#graph/memory/failure';
import { asks, ScriptedModel, writesMemory, type Turn } from '#graph/testing/scripted-model';
import { afterEach, describe, expect, it } from 'vitest';

import { newScope, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

interface Message {
  readonly type: string;
  readonly name?: string;
  readonly content: string;
}
interface Values {
  readonly messages: readonly Message[];
}

const NEVER: Turn = () => new Promise<never>(() => undefined);
/** What goes wrong in a subagent is a result, but for a memory that cannot be read: that ends the run. */
const FAILS: Turn = () => {
  throw new MemoryUnavailableError(new Error('an outage'));
};
const write = { name: 'write_file', args: { file_path: MEMORY_PATH, content: '- kept\n' } };
const task = { name: 'task', args: { description: 'x', subagent_type: 'general-purpose' } };
const human = (content: string) => ({ messages: [{ role: 'human', content }] });

/** A turn of two parallel calls, the one done and the other under way. */
async function underWay(...turns: readonly Turn[]) {
  const owner = newScope();
  const model = new ScriptedModel(turns);
  server = await startTestServer(model);
  const client = server.client(owner);
  const { thread_id: thread } = await client.threads.create();
  const { run_id: run } = await client.runs.create(thread, MEMORY_GRAPH_ID, { input: human('go') });
  const state = () => client.threads.getState<Values>(thread);
  const memory = async () => {
    const item = await client.store.getItem(memoryNamespace(owner), MEMORY_PATH);
    return item?.value['content'] as unknown;
  };
  return {
    state,
    /** Resolves once one of the calls has left its result beside the other one. */
    oneDone: () =>
      expect.poll(async () => (await state()).tasks.filter(({ result }) => result)).toHaveLength(1),
    stop: () => client.runs.cancel(thread, run, true),
    ended: () => client.runs.join(thread, run).catch(() => undefined),
    memory,
    written: () => expect.poll(memory).toBe('- kept\n'),
    /** The tools' results as the transcript has them. */
    results: async (of = state) =>
      (await of()).values.messages
        .filter(({ type }) => type === 'tool')
        .map(({ name, content }) => [name, content]),
    history: async () => (await client.threads.getHistory<Values>(thread, { limit: 1 }))[0],
    /** Says one thing more; the results that the model is then shown. */
    async next(checkpoint?: string) {
      await client.runs.wait(thread, MEMORY_GRAPH_ID, {
        input: human('and now?'),
        ...(checkpoint !== undefined && { checkpointId: checkpoint }),
      });
      const prompt = model.prompts.at(-1) ?? [];
      return prompt.filter(({ type }) => type === 'tool').map(({ name, text }) => [name, text]);
    },
  };
}

const SUCCESS = ['write_file', expect.stringContaining('Successfully wrote')];
const CANCELLED = ['task', expect.stringContaining('was cancelled')];

describe('of two calls at once, the one that was done stays done', () => {
  it('when a person stops the other one', async () => {
    const turn = await underWay(asks(write, task), NEVER, 'I see.');
    await turn.oneDone();
    await turn.stop();
    expect(await turn.results()).toEqual([SUCCESS]);
    const head = await turn.history();
    expect(head?.values.messages.at(-1)).toMatchObject({ name: 'write_file' });
    expect((await turn.state()).next).toEqual([]);
    expect(await turn.next()).toEqual(expect.arrayContaining([SUCCESS, CANCELLED]));
    expect(await turn.results()).toHaveLength(2);
    expect(await turn.memory()).toBe('- kept\n');
  });

  it.each([
    ['', false],
    [', and a client names the checkpoint that it goes on from', true],
  ])('when the other one fails%s', async (_, named) => {
    const turn = await underWay(asks(write, task), FAILS, 'I see.');
    await turn.ended();
    expect(await turn.results()).toEqual([SUCCESS]);
    const head = (await turn.state()).checkpoint.checkpoint_id ?? undefined;
    const shown = await turn.next(named ? head : undefined);
    expect(shown).toEqual(expect.arrayContaining([SUCCESS, CANCELLED]));
    expect(await turn.results()).toHaveLength(2);
  });
});

describe('a call that was stopped', () => {
  it('is not called off where a subagent had changed the memory for it', async () => {
    const turn = await underWay(asks(task), writesMemory('- kept\n'), NEVER, 'I see.');
    await turn.written();
    await turn.stop();
    const [[name, text = ''] = []] = await turn.next();
    expect(name).toBe('task');
    expect(text).toContain('subagents that the same message had asked for had changed the memory');
    expect(text).toContain('revision 1');
    expect(await turn.results()).toEqual([['task', text]]);
  });
});
