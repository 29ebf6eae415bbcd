import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readAssistant } from '#contract/assistant';
import { keptConventionsNamespace, KEPT_CONVENTIONS_KEY } from '#contract/conventions';
import { readConversion } from '#contract/conversion';

import { deserialize, serialize } from './storage/serializer.ts';
import { ConversionThread, LOGIN } from './testing/conversation.ts';
import { newScope, startTestServer, type TestServer } from './testing/test-server.ts';

const first = { uploads: [LOGIN] };
const rule = 'Use getByTestId for every form field';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('a conversion over HTTP', () => {
  it('goes on with nothing but a rule', async () => {
    const thread = await ConversionThread.begin(server);
    const { client, id } = thread;
    const [intake, ...others] = await thread.turn({ ...first, out: 'out/login.ts' });
    expect(intake).toEqual({
      node: 'intake',
      turn: 1,
      attempt: 0,
      conventions: [],
      from_previous_turn: false,
    });
    expect(others.map(({ node }) => node)).toEqual(['convert', 'validate', 'critique', 'report']);
    const one = await thread.state();
    expect(one).toMatchObject({ turn: 1, refinement: '', baseline: [], out: 'out/login.ts' });
    expect(one.result.map(({ name }) => name)).toEqual(['login.test.ts']);
    expect((await thread.turn({ refinement: rule }))[0]).toEqual({
      node: 'intake',
      turn: 2,
      attempt: 0,
      conventions: [rule],
      from_previous_turn: true,
    });
    const two = await thread.state();
    expect(two).toMatchObject({ turn: 2, refinement: '', conventions: [rule] });
    expect(two.baseline).toEqual(one.result);
    expect(two.report?.turn).toBe(2);
    const row = await client.threads.get(id);
    expect(row.status).toBe('idle');
    expect(row.metadata?.['graph_id']).toBe('convert');
  });

  it('is in the list of conversations, and found in the search', async () => {
    const thread = await ConversionThread.begin(server);
    const { scope, id } = thread;
    await thread.turn({ ...first, refinement: 'Suffix page objects with Page' });
    const listed = (await (await server.ask(scope, 'GET', '/conversations')).json()) as {
      thread_id: string;
    }[];
    expect(listed.map(({ thread_id }) => thread_id)).toEqual([id]);
    const found = await server.ask(scope, 'POST', '/conversations/search', {
      query: 'Suffix page',
    });
    expect(JSON.stringify(await found.json())).toContain(id);
  });

  it('is another owner’s neither to read nor to go on with', async () => {
    const thread = await ConversionThread.begin(server);
    const { id } = thread;
    await thread.turn(first);
    const stranger = newScope();
    const run = { assistant_id: 'convert', input: { refinement: rule } };
    for (const [method, path, body] of [
      ['GET', `/threads/${id}/state`, undefined],
      ['POST', `/threads/${id}/history`, {}],
      ['POST', `/threads/${id}/runs/wait`, run],
      ['POST', `/threads/${id}/state`, { values: { conventions: [] } }],
    ] as const)
      expect((await server.ask(stranger, method, path, body)).status, path).toBe(404);
  });

  it('lets one of two rules that come at once win, and tells the other', async () => {
    const thread = await ConversionThread.begin(server);
    const { scope, id } = thread;
    await thread.turn(first);
    const send = (refinement: string) =>
      server.ask(scope, 'POST', `/threads/${id}/runs/wait`, {
        assistant_id: 'convert',
        input: { refinement },
      });
    const replies = await Promise.all([send('Rule A'), send('Rule B')]);
    const statuses = replies.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 422]);
    const refused = (await replies[statuses.indexOf(422)]?.json()) as { message: string };
    expect(refused.message).toMatch(/run/);
    const won = readConversion(await replies[statuses.indexOf(200)]?.json());
    expect(won?.turn).toBe(2);
    const { conventions, turn: turns } = await thread.state();
    expect([conventions, turns]).toEqual([[statuses[0] === 200 ? 'Rule A' : 'Rule B'], 2]);
  });

  it('without a thread leaves nothing', async () => {
    const scope = newScope();
    const client = server.client(scope);
    const values = await client.runs.wait(null, 'convert', { input: { ...first } });
    expect(readConversion(values)?.result).toHaveLength(1);
    expect(await client.threads.count()).toBe(0);
  });

  it('takes a rule back by a change of the state, from the next turn on', async () => {
    const thread = await ConversionThread.begin(server);
    const { client, id } = thread;
    await thread.turn({ ...first, refinement: 'Rule A' });
    await client.threads.updateState(id, { values: { conventions: [] } });
    expect((await thread.state()).conventions).toEqual([]);
    const [intake] = await thread.turn({ refinement: 'Rule B' });
    expect(intake).toMatchObject({ turn: 2, conventions: ['Rule B'] });
  });
});

describe('rules kept for later conversions', () => {
  it('are the owner’s, and begin in no conversation by themselves', async () => {
    const thread = await ConversionThread.begin(server);
    const { scope, client } = thread;
    await client.store.putItem(keptConventionsNamespace(scope), KEPT_CONVENTIONS_KEY, {
      conventions: [rule],
    });
    const item = await client.store.getItem(keptConventionsNamespace(scope), KEPT_CONVENTIONS_KEY);
    expect(item?.value).toEqual({ conventions: [rule] });
    await thread.turn(first);
    expect((await thread.state()).conventions).toEqual([]);
  });

  it.each([
    ['of another form', { rules: [] }, KEPT_CONVENTIONS_KEY],
    ['too many', { conventions: Array.from({ length: 41 }, (_, at) => `r${at}`) }, 'kept'],
    ['too long', { conventions: ['x'.repeat(501)] }, 'kept'],
    ['a credential', { conventions: ['log in with sk-abcdefghijklmnopqrstuvwx'] }, 'kept'],
    ['under another key', { conventions: [] }, 'more'],
  ])('are not kept when they are %s', async (_, value, key) => {
    const scope = newScope();
    const item = { namespace: keptConventionsNamespace(scope), key, value };
    expect((await server.ask(scope, 'PUT', '/store/items', item)).status).toBe(422);
    const { items } = await server.client(scope).store.searchItems([scope]);
    expect(items).toEqual([]);
  });

  it('are another owner’s neither to read nor to write', async () => {
    const namespace = keptConventionsNamespace(newScope());
    const stranger = server.client(newScope());
    await expect(stranger.store.getItem(namespace, 'kept')).rejects.toThrow(/403/);
    await expect(stranger.store.putItem(namespace, 'kept', { conventions: [] })).rejects.toThrow(
      /403/,
    );
  });
});

it('is an assistant with a title, a description and its own feature', async () => {
  const found = await server.client(newScope()).assistants.search({ graphId: 'convert' });
  expect(found.map(readAssistant)).toEqual([
    {
      graphId: 'convert',
      title: 'Convert tests',
      description: expect.stringContaining('Selenium') as unknown,
      features: ['conversion'],
    },
  ]);
});

it('has a state of which every part comes back from the strict serializer as it was', async () => {
  const thread = await ConversionThread.begin(server);
  const { id, scope } = thread;
  await thread.turn({ ...first, refinement: rule });
  const saver = server.storage.checkpointer(scope);
  const tuple = await saver.getTuple({ configurable: { thread_id: id } });
  const values = tuple?.checkpoint.channel_values ?? {};
  expect(Object.keys(values)).toEqual(expect.arrayContaining(['messages', 'sources', 'report']));
  expect(deserialize(serialize(values))).toEqual(values);
  for (const unlisted of [new URL('http://a.example'), /x/, () => 1, Symbol('x')])
    expect(() => serialize({ ...values, draft: [{ name: 'a.ts', text: unlisted }] })).toThrow(
      /draft/,
    );
});
