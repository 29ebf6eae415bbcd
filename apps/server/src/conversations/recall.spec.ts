import { afterAll, beforeAll, expect, it } from 'vitest';

import { MEMORY_MODE_KEY } from '#contract/memory-mode';
import { MEMORY_GRAPH_ID } from '#contract/names';
import { RECALL_KEY, RECALL_OFF, recalledTurnsIn, turnLink } from '#contract/recall';

import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

interface Message {
  readonly id: string;
  readonly type: string;
  readonly content: string;
  readonly artifact?: unknown;
}

const DECISION = 'We decided to rent the hangar at Belgrade.';
const QUESTION = 'What did we decide about the hangar?';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function talk(scope: string, content: string, metadata = {}): Promise<[string, Message[]]> {
  const client = server.client(scope);
  const { thread_id } = await client.threads.create({ metadata });
  const input = { messages: [{ role: 'user', content }] };
  await client.runs.wait(thread_id, MEMORY_GRAPH_ID, { input });
  const { values } = await client.threads.getState<{ messages: Message[] }>(thread_id);
  return [thread_id, values.messages];
}

const answer = (messages: readonly Message[]) => messages.at(-1)?.content ?? '';

it('answers from another conversation of its owner, with a link to the very turn', async () => {
  const scope = newScope();
  const [thread, [decided]] = await talk(scope, DECISION);
  const [, messages] = await talk(scope, QUESTION);
  const link = turnLink({ thread_id: thread, message_id: decided?.id ?? '' });
  expect(answer(messages)).toContain(`](${link}):\n> ${DECISION}`);
  const result = messages.find(({ type }) => type === 'tool');
  const [first] = recalledTurnsIn(result?.artifact) ?? [];
  expect(first).toMatchObject({ thread_id: thread, message_id: decided?.id, title: DECISION });
});

it('knows nothing of another owner, nor of what is to be left out', async () => {
  await talk(newScope(), DECISION);
  const scope = newScope();
  for (const metadata of [
    { [MEMORY_MODE_KEY]: 'off' },
    { [MEMORY_MODE_KEY]: 'temporary' },
    { [RECALL_KEY]: RECALL_OFF },
  ])
    await talk(scope, DECISION, metadata);
  const [, messages] = await talk(scope, QUESTION);
  expect(answer(messages)).toMatch(/^I found nothing about that/);
  const list = await server.ask(scope, 'GET', '/conversations');
  const shown = (await list.json()) as { left_out: boolean }[];
  expect(shown.filter((each) => each.left_out)).toHaveLength(1);
  // The thread that was left out comes back when that is taken back.
  const { thread_id } =
    (await server.client(scope).threads.search({ metadata: { recall: 'off' } }))[0] ?? {};
  await server.client(scope).threads.update(thread_id ?? '', { metadata: { [RECALL_KEY]: null } });
  const [, later] = await talk(scope, QUESTION);
  expect(answer(later)).toContain(DECISION);
});

it('does not search where memory is off, and no client hands in conversations of its own', async () => {
  const scope = newScope();
  await talk(scope, DECISION);
  const [, messages] = await talk(scope, QUESTION, { [MEMORY_MODE_KEY]: 'off' });
  expect(messages.map(({ type }) => type)).toEqual(['human', 'ai']);
  expect(answer(messages)).toMatch(/Memory is off/);
  const client = server.client(scope);
  const { thread_id } = await client.threads.create();
  const forged = client.runs.wait(thread_id, MEMORY_GRAPH_ID, {
    input: { messages: [{ role: 'user', content: QUESTION }] },
    config: { configurable: { __past_conversations: {} } },
  });
  await expect(forged).rejects.toThrow(/may not set/);
});

it('tells nothing of the port on any stream', async () => {
  const scope = newScope();
  await talk(scope, DECISION);
  const client = server.client(scope);
  const { thread_id } = await client.threads.create();
  const told: string[] = [];
  const stream = client.runs.stream(thread_id, MEMORY_GRAPH_ID, {
    input: { messages: [{ role: 'user', content: QUESTION }] },
    streamMode: [
      'values',
      'updates',
      'messages',
      'custom',
      'debug',
      'checkpoints',
      'tasks',
      'events',
    ],
  });
  for await (const event of stream) told.push(JSON.stringify(event));
  expect(told.join('\n')).toContain(DECISION);
  expect(told.join('\n')).not.toContain('past_conversations');
  const history = JSON.stringify(await client.threads.getHistory(thread_id));
  expect(history).not.toContain('past_conversations');
});
