import { afterEach, expect, it } from 'vitest';

import { MEMORY_GRAPH_ID } from '#contract/names';
import { ScriptedModel, type Turn } from '#graph/testing/scripted-model';

import { newScope, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

interface Values {
  readonly messages: readonly { readonly type: string; readonly content: unknown }[];
}

const NEVER: Turn = () => new Promise<never>(() => undefined);

it('keeps the words of all that is sent at once, in order, where each interrupts the one before', async () => {
  // However many of them the model is asked about, it answers the last one alone.
  const answer: Turn = (messages) =>
    messages.at(-1)?.text === 'five' ? 'All five.' : new Promise<never>(() => undefined);
  server = await startTestServer(new ScriptedModel([answer, answer, answer, answer, answer]));
  const client = server.client(newScope());
  const { thread_id: thread } = await client.threads.create();
  const words = ['one', 'two', 'three', 'four', 'five'];
  const runs = [];
  for (const content of words)
    runs.push(
      await client.runs.create(thread, MEMORY_GRAPH_ID, {
        input: { messages: [{ role: 'human', content }] },
        multitaskStrategy: 'interrupt',
      }),
    );
  await client.runs.join(thread, runs.at(-1)?.run_id ?? '');
  const { values, next } = await client.threads.getState<Values>(thread);
  expect(values.messages.map(({ content }) => content)).toEqual([...words, 'All five.']);
  expect(next).toEqual([]);
  const statuses = await Promise.all(
    runs.map(async ({ run_id }) => (await client.runs.get(thread, run_id)).status),
  );
  expect(statuses).toEqual([...Array.from({ length: 4 }, () => 'interrupted'), 'success']);
});

it('does not keep the words of a message that is taken back before its turn', async () => {
  server = await startTestServer(new ScriptedModel([NEVER]));
  const client = server.client(newScope());
  const { thread_id: thread } = await client.threads.create();
  const send = (content: string) =>
    client.runs.create(thread, MEMORY_GRAPH_ID, {
      input: { messages: [{ role: 'human', content }] },
      multitaskStrategy: 'enqueue',
    });
  const [under, waiting] = [await send('one'), await send('two')];
  await client.runs.cancel(thread, waiting.run_id, true);
  await client.runs.cancel(thread, under.run_id, true);
  const { values } = await client.threads.getState<Values>(thread);
  expect(values.messages.map(({ content }) => content)).toEqual(['one']);
});

it('keeps the words of what was to be said later, where another message interrupts it', async () => {
  server = await startTestServer(new ScriptedModel(['Now.']));
  const client = server.client(newScope());
  const { thread_id: thread } = await client.threads.create();
  const send = (content: string, more: { afterSeconds?: number } = {}) =>
    client.runs.create(thread, MEMORY_GRAPH_ID, {
      input: { messages: [{ role: 'human', content }] },
      multitaskStrategy: 'interrupt',
      ...more,
    });
  const later = await send('in an hour', { afterSeconds: 3600 });
  const now = await send('now');
  await client.runs.join(thread, now.run_id);
  const { values } = await client.threads.getState<Values>(thread);
  expect(values.messages.map(({ content }) => content)).toEqual(['in an hour', 'now', 'Now.']);
  expect((await client.runs.get(thread, later.run_id)).status).toBe('interrupted');
  expect((await client.threads.get(thread)).status).toBe('idle');
});
