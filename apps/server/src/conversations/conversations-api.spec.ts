import { afterAll, beforeAll, expect, it } from 'vitest';

import { MEMORY_GRAPH_ID } from '#contract/names';

import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

interface Shown {
  readonly thread_id: string;
  readonly title: string | null;
  readonly status: string;
  readonly graph_id: string | null;
}

interface Found extends Shown {
  readonly has_all_words: boolean;
  readonly turn_count: number;
  readonly turns: readonly {
    readonly message_id: string;
    readonly speaker: string;
    readonly said_at: string;
    readonly text: string;
    readonly matches: readonly [number, number][];
  }[];
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function talk(scope: string, content: string, graph = MEMORY_GRAPH_ID): Promise<string> {
  const client = server.client(scope);
  const { thread_id } = await client.threads.create();
  const input = { messages: [{ role: 'user', content }] };
  await client.runs.wait(thread_id, graph, { input, raiseError: false });
  return thread_id;
}

async function json<T>(scope: string, method: string, path: string, body?: unknown): Promise<T> {
  const reply = await server.ask(scope, method, `/conversations${path}`, body);
  expect(reply.status).toBe(200);
  return (await reply.json()) as T;
}

const search = async (scope: string, query: string) =>
  (await json<Shown[]>(scope, 'POST', '/search', { query })).map(({ thread_id }) => thread_id);

it('lists conversations by title and state, in pages', async () => {
  const scope = newScope();
  const first = await talk(scope, 'Please remember that I fly from Bozeman.');
  const waiting = await talk(scope, 'May you?', 'asking');
  const failed = await talk(scope, 'Break', 'failing');
  const shown = await json<Shown[]>(scope, 'GET', '');
  expect(shown.map(({ thread_id, title, status }) => [thread_id, title, status])).toEqual([
    [failed, 'Break', 'error'],
    [waiting, 'May you?', 'interrupted'],
    [first, 'Please remember that I fly from Bozeman.', 'idle'],
  ]);
  expect(shown.map(({ graph_id }) => graph_id)).toEqual(['failing', 'asking', MEMORY_GRAPH_ID]);
  const page = await server.ask(scope, 'GET', '/conversations?limit=2&offset=0');
  expect(page.headers.get('x-pagination-total')).toBe('3');
  expect(page.headers.get('x-pagination-next')).toBe('2');
});

it('takes a new title from the thread, whatever client gave it', async () => {
  const scope = newScope();
  const id = await talk(scope, 'Good morning');
  await server.client(scope).threads.update(id, { metadata: { title: 'Morning' } });
  expect(await json<Shown>(scope, 'GET', `/${id}`)).toMatchObject({ title: 'Morning' });
  expect(await search(scope, 'morni')).toEqual([id]);
});

it('searches what was said, and replies where it stands', async () => {
  const scope = newScope();
  const id = await talk(scope, 'Please remember that <b>my alternate</b> is Helena.');
  const [hit] = await json<Found[]>(scope, 'POST', '/search', { query: 'alternate' });
  expect(hit?.thread_id).toBe(id);
  // The person said it, and the answer repeats it: both are hits, each in its place.
  expect(hit?.turns.map(({ speaker }) => speaker).sort()).toEqual(['assistant', 'person']);
  expect(hit?.turn_count).toBe(2);
  const { messages } = (await server.client(scope).threads.getState(id)).values as {
    messages: { id: string; content: unknown }[];
  };
  for (const { matches, message_id, said_at, text } of hit?.turns ?? []) {
    // Literal text and places in it: nothing for a client to interpret.
    expect(text).toContain('<b>my alternate</b>');
    expect(matches.map(([from, to]) => text.slice(from, to))).toContain('alternate');
    expect(messages.find(({ id }) => id === message_id)?.content).toContain('alternate');
    expect(Math.abs(Date.parse(said_at) - Date.now())).toBeLessThan(60_000);
  }
});

it('answers a question by the turns that come closest, where no conversation has all its words', async () => {
  const scope = newScope();
  const decided = await talk(scope, 'We decided to rent the hangar at Belgrade for 400 a month.');
  await talk(scope, 'The weather was fine, and the hangar was warm.');
  const [hit] = await json<Found[]>(scope, 'POST', '/search', {
    query: 'What did we decide about renting a hangar in the north?',
  });
  expect(hit).toMatchObject({ thread_id: decided, has_all_words: false });
  const whole = await json<Found[]>(scope, 'POST', '/search', { query: 'renting the hangar' });
  expect(whole.map((each) => [each.thread_id, each.has_all_words])).toEqual([[decided, true]]);
});

it('finds nothing that only memory, a tool result or another owner holds', async () => {
  const [teacher, stranger] = [newScope(), newScope()];
  const taught = await talk(teacher, 'Please remember that the code word is zanzibar.');
  const asked = await talk(teacher, 'Good morning.');
  expect(await search(teacher, 'zanzibar')).toEqual([taught]);
  expect(await search(teacher, 'morning')).toEqual([asked]);
  // What the memory tool was given and answered names the file; nobody said its name.
  expect(await search(teacher, 'AGENTS.md')).toEqual([]);
  await talk(stranger, 'Hello');
  expect(await search(stranger, 'zanzibar')).toEqual([]);
  expect((await server.ask(stranger, 'GET', `/conversations/${taught}`)).status).toBe(404);
  expect(await json<Shown[]>(stranger, 'GET', '')).toHaveLength(1);
});

it('forgets a deleted conversation at once', async () => {
  const scope = newScope();
  const id = await talk(scope, 'A passing remark about gliders.');
  expect(await search(scope, 'gliders')).toEqual([id]);
  await server.client(scope).threads.delete(id);
  expect(await search(scope, 'gliders')).toEqual([]);
  expect((await server.ask(scope, 'GET', `/conversations/${id}`)).status).toBe(404);
});

it.each([
  [{}, /query/],
  [{ query: 'x'.repeat(201) }, /200 characters/],
  [{ query: 'x', limit: 101 }, /limit/],
  [{ query: 'x', offset: -1 }, /offset/],
])('refuses %j in a sentence', async (body, sentence) => {
  const reply = await server.ask(newScope(), 'POST', '/conversations/search', body);
  expect(reply.status).toBe(422);
  expect(((await reply.json()) as { message: string }).message).toMatch(sentence);
});

it.each(['limit=0', 'limit=many', 'offset=-1', 'limit=101'])('refuses ?%s', async (query) => {
  expect((await server.ask(newScope(), 'GET', `/conversations?${query}`)).status).toBe(422);
});

it('wants to know who asks', async () => {
  expect((await fetch(`${server.apiUrl}/conversations`)).status).toBe(401);
});
