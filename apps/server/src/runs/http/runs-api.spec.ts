import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MEMORY_EVENT, PRIVATE_STATE_KEYS } from '#contract/names';
import type { Client } from '@langchain/langgraph-sdk';

import { GO_WELL } from '../../testing/test-graphs.ts';
import { newScope, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: string;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = newScope();
  client = server.client(owner);
});
afterAll(() => server.close());

const human = (content: string) => ({ messages: [{ role: 'human', content }] });
const newThread = async () => (await client.threads.create()).thread_id;

interface Part {
  id?: string | undefined;
  event: string;
  data: unknown;
}

async function collect(parts: AsyncIterable<Part>): Promise<Part[]> {
  return Array.fromAsync(parts);
}

/** Starts a run that goes on until it is released, and waits until it does. */
async function holdRun(threadId: string): Promise<string> {
  const { run_id: runId } = await client.runs.create(threadId, 'held', {
    input: {},
    streamMode: ['custom'],
  });
  await untilHeld(threadId, runId);
  return runId;
}

/** Waits until the held graph tells that it is under way. */
async function untilHeld(threadId: string, runId: string): Promise<void> {
  for await (const { event } of client.runs.joinStream(threadId, runId))
    if (event === 'custom') return;
}

describe('a conversation, by the SDK’s client as it is', () => {
  it('teaches in one thread and recalls in another', async () => {
    const first = await newThread();
    let created: { run_id: string; thread_id?: string | undefined } | undefined;
    const taught = await collect(
      client.runs.stream(first, 'memory', {
        input: human('Please remember that I fly a PC-12 out of KBZN.'),
        streamMode: ['messages-tuple', 'updates', 'custom'],
        onRunCreated: (run) => (created = run),
      }),
    );
    expect(created?.thread_id).toBe(first);
    expect(taught[0]).toMatchObject({ event: 'metadata', data: { run_id: created?.run_id } });
    expect(taught.at(-1)?.event).toBe('updates');
    const phases = taught
      .filter(({ event }) => event === 'custom')
      .map(({ data }) => data as { name: string; data: { phase: string } })
      .filter(({ name }) => name === MEMORY_EVENT)
      .map(({ data }) => data.phase);
    expect([phases.at(0), phases.at(-1)]).toEqual(['initial', 'terminal']);
    const second = await newThread();
    const recalled = await client.runs.wait(second, 'memory', {
      input: human('What do you already know about me?'),
    });
    expect(JSON.stringify(recalled)).toContain('PC-12');
    for (const key of PRIVATE_STATE_KEYS) expect(recalled).not.toHaveProperty(key);
  });

  it('gives every joiner the same events, from the start or after any of them', async () => {
    const threadId = await newThread();
    const input = human('Hello there.');
    const live = await collect(
      client.runs.stream(threadId, 'memory', { input, streamMode: ['updates', 'messages-tuple'] }),
    );
    const runId = (live[0]?.data as { run_id: string }).run_id;
    const [a, b] = await Promise.all([
      collect(client.runs.joinStream(threadId, runId, { lastEventId: '-1' })),
      collect(client.runs.joinStream(threadId, runId)),
    ]);
    expect(a).toEqual(live);
    expect(b).toEqual(live);
    const middle = live[2]?.id ?? '';
    const rest = await collect(client.runs.joinStream(threadId, runId, { lastEventId: middle }));
    expect(rest).toEqual(live.slice(3));
    const updates = await collect(
      client.runs.joinStream(threadId, runId, { streamMode: 'updates' }),
    );
    expect(new Set(updates.map(({ event }) => event))).toEqual(new Set(['metadata', 'updates']));
    const bad = await fetch(`${server.apiUrl}/threads/${threadId}/runs/${runId}/stream`, {
      headers: { 'x-api-key': owner, 'last-event-id': 'seven' },
    });
    expect(bad.status).toBe(400);
  });

  it('fills in the owner’s context, by graph id and by assistant id', async () => {
    const [assistant] = await client.assistants.search({ graphId: 'memory' });
    expect(assistant?.metadata).toEqual({
      created_by: 'system',
      title: 'Chat',
      features: ['memory', 'instructions'],
    });
    const threadId = await newThread();
    await client.runs.wait(threadId, assistant?.assistant_id ?? '', { input: human('Hi.') });
    const { values, metadata } = await client.threads.get(threadId);
    expect(values).toHaveProperty('messages');
    expect(metadata).toMatchObject({ graph_id: 'memory', assistant_id: assistant?.assistant_id });
    expect(JSON.stringify(metadata)).not.toContain(owner);
  });
});

describe('a run', () => {
  it('that fails answers 200 with the error, in words that quote nothing', async () => {
    const threadId = await newThread();
    const reply = await server.ask(owner, 'POST', `/threads/${threadId}/runs/wait`, {
      assistant_id: 'failing',
      input: human('x'),
    });
    expect(reply.status).toBe(200);
    const text = await reply.text();
    expect(JSON.parse(text)).toHaveProperty('__error__.message');
    expect(text).not.toContain('secret');
    const state = await server.ask(owner, 'GET', `/threads/${threadId}/state`);
    expect(await state.text()).not.toContain('secret');
    expect((await client.threads.get(threadId)).status).toBe('error');
  });

  it('that asks waits for the answer, and takes it', async () => {
    const threadId = await newThread();
    const asked = await client.runs.wait(threadId, 'asking', { input: human('x') });
    expect(asked).toHaveProperty('__interrupt__.0.value', { question: 'May I?' });
    const thread = await client.threads.get(threadId);
    expect(thread.status).toBe('interrupted');
    expect(Object.values(thread.interrupts).flat()).toMatchObject([
      { value: { question: 'May I?' } },
    ]);
    const answered = await client.runs.wait(threadId, 'asking', { command: { resume: 'yes' } });
    expect(JSON.stringify(answered)).toContain('You said \\"yes\\".');
    expect((await client.threads.get(threadId)).status).toBe('idle');
  });

  it('keeps its thread to itself: others are refused or wait, and the state stays as it is', async () => {
    const threadId = await newThread();
    const runId = await holdRun(threadId);
    const refused = await server.ask(owner, 'POST', `/threads/${threadId}/runs`, {
      assistant_id: 'held',
      input: {},
    });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ error: 'busy' });
    const update = await server.ask(owner, 'POST', `/threads/${threadId}/state`, { values: {} });
    expect(update.status).toBe(409);
    const removal = await server.ask(owner, 'DELETE', `/threads/${threadId}/runs/${runId}`);
    expect(removal.status).toBe(409);
    const queued = await client.runs.create(threadId, 'held', {
      input: human('x'),
      streamMode: ['custom'],
      multitaskStrategy: 'enqueue',
    });
    expect((await client.threads.get(threadId)).status).toBe('busy');
    await client.runs.cancel(threadId, runId, true);
    expect((await client.runs.get(threadId, runId)).status).toBe('interrupted');
    await untilHeld(threadId, queued.run_id);
    await client.runs.cancel(threadId, queued.run_id, true);
    expect((await client.threads.get(threadId)).status).toBe('idle');
  });

  it('is cancelled with or without waiting, and by rollback is gone', async () => {
    const threadId = await newThread();
    const cancel = (runId: string, query: string) =>
      server.ask(owner, 'POST', `/threads/${threadId}/runs/${runId}/cancel?${query}`);
    expect((await cancel(await holdRun(threadId), 'wait=0')).status).toBe(202);
    expect((await cancel(await holdRun(threadId), 'wait=1')).status).toBe(204);
    const gone = await holdRun(threadId);
    expect((await cancel(gone, 'wait=1&action=rollback')).status).toBe(204);
    expect((await server.ask(owner, 'GET', `/threads/${threadId}/runs/${gone}`)).status).toBe(404);
    const ended = (await client.runs.list(threadId))[0]?.run_id ?? '';
    expect((await cancel(ended, 'wait=1')).status).toBe(204);
    expect((await cancel(ended, 'action=whatever')).status).toBe(422);
  });

  it('lives on when its reader leaves, unless it was to end with it', async () => {
    const threadId = await newThread();
    const leave = async (onDisconnect: 'cancel' | 'continue') => {
      let runId = '';
      const leaving = new AbortController();
      const stream = client.runs.stream(threadId, 'held', {
        input: {},
        streamMode: 'custom',
        onDisconnect,
        signal: leaving.signal,
        onRunCreated: (run) => (runId = run.run_id),
      });
      for await (const { event } of stream) if (event === 'custom') break;
      leaving.abort();
      return runId;
    };
    const ended = await leave('cancel');
    await client.runs.join(threadId, ended);
    expect((await client.runs.get(threadId, ended)).status).toBe('interrupted');
    const kept = await leave('continue');
    expect((await client.runs.get(threadId, kept)).status).toBe('running');
    await client.runs.cancel(threadId, kept, true);
  });

  it('shows signs of life while it says nothing', async () => {
    const threadId = await newThread();
    const runId = await holdRun(threadId);
    const base = `${server.apiUrl}/threads/${threadId}/runs/${runId}`;
    const headers = { 'x-api-key': owner, 'last-event-id': '1' };
    for (const [path, sign] of [
      ['stream', ': alive'],
      ['join', '\n'],
    ] as const) {
      const leaving = new AbortController();
      const reply = await fetch(`${base}/${path}`, { headers, signal: leaving.signal });
      const stream: ReadableStream<Uint8Array> | null = reply.body;
      const first = await stream?.getReader().read();
      expect(new TextDecoder().decode(first?.value).startsWith(sign)).toBe(true);
      leaving.abort();
    }
    await client.runs.cancel(threadId, runId, true);
  });

  it('says where it is, and where to rejoin to those that ask', async () => {
    const threadId = await newThread();
    const start = (headers: Record<string, string>) =>
      fetch(`${server.apiUrl}/threads/${threadId}/runs/stream`, {
        method: 'POST',
        headers: { 'x-api-key': owner, ...headers },
        body: JSON.stringify({ assistant_id: 'memory', input: human('Hi.') }),
      });
    const plain = await start({});
    await plain.text();
    expect(plain.headers.get('content-type')).toContain('text/event-stream');
    expect(plain.headers.get('location')).toBeNull();
    const place = plain.headers.get('content-location') ?? '';
    expect(place).toMatch(new RegExp(`^/threads/${threadId}/runs/[0-9a-f-]{36}$`));
    const asked = await start({ 'x-reconnect': 'auto' });
    await asked.text();
    expect(asked.headers.get('location')).toBe(
      `${asked.headers.get('content-location') ?? ''}/stream`,
    );
    expect((await server.ask(owner, 'GET', `${place}/stream`)).status).toBe(200);
  });

  it('is joined for what it came to itself, whatever came after it', async () => {
    const threadId = await newThread();
    await client.runs.wait(threadId, 'memory', { input: human('First.') });
    await client.runs.wait(threadId, 'memory', { input: human('Second.') });
    const [second, first] = await client.runs.list(threadId);
    const earlier = JSON.stringify(await client.runs.join(threadId, first?.run_id ?? ''));
    const later = JSON.stringify(await client.runs.join(threadId, second?.run_id ?? ''));
    expect(earlier).toContain('First.');
    expect(earlier).not.toContain('Second.');
    expect(later).toContain('Second.');
  });

  it('that the server leaves when it goes down is cut off without an end', async () => {
    const going = await startTestServer();
    const leaving = going.client(owner);
    const { thread_id: threadId } = await leaving.threads.create();
    const events: string[] = [];
    let closed: Promise<void> | undefined;
    const read = async () => {
      const stream = leaving.runs.stream(threadId, 'held', { input: {}, streamMode: 'custom' });
      for await (const { event } of stream) {
        events.push(event);
        if (event === 'custom') closed = going.close();
      }
    };
    await expect(read()).rejects.toThrow();
    await closed;
    expect(events).toEqual(['metadata', 'custom']);
  });

  it('forks from a checkpoint that is there', async () => {
    const threadId = await newThread();
    await client.runs.wait(threadId, 'memory', { input: human('First.') });
    const { checkpoint } = await client.threads.getState(threadId);
    await client.runs.wait(threadId, 'memory', { input: human('Second.') });
    await client.runs.wait(threadId, 'memory', { input: human('Third.'), checkpoint });
    const { values } = await client.threads.getState<{ messages: { content: string }[] }>(threadId);
    const said = values.messages.map(({ content }) => content);
    expect(said).toContain('First.');
    expect(said).toContain('Third.');
    expect(said).not.toContain('Second.');
  });
});

describe('the list of runs', () => {
  it('is newest first, by pages and status', async () => {
    const threadId = await newThread();
    for (const text of [GO_WELL, 'fail', GO_WELL])
      await client.runs.wait(threadId, 'failing', { input: human(text), raiseError: false });
    const all = await client.runs.list(threadId);
    expect(all.map(({ status }) => status)).toEqual(['success', 'error', 'success']);
    const failed = await client.runs.list(threadId, { status: 'error' });
    expect(failed.map(({ run_id }) => run_id)).toEqual([all[1]?.run_id]);
    const page = await server.ask(owner, 'GET', `/threads/${threadId}/runs?limit=2`);
    expect(page.headers.get('x-pagination-next')).toBe('2');
    const last = await server.ask(owner, 'GET', `/threads/${threadId}/runs?limit=2&offset=2`);
    expect(last.headers.get('x-pagination-next')).toBeNull();
    expect(await last.json()).toHaveLength(1);
    await client.runs.delete(threadId, all[0]?.run_id ?? '');
    expect(await client.runs.list(threadId)).toHaveLength(2);
  });
});
