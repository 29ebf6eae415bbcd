import { describe, expect, it, vi } from 'vitest';

import { SCOPE_STORAGE_KEY } from '#contract/names';

import { CHANGED_WARNING } from '../scope/browser-scope';
import { closing, json, SCOPE, setUp, stream, THREAD } from './testing/recording-server';
import type { StreamPart } from './transport';
import { TransportError } from './transport-error';

/** What a server of ours tells beside its model. */
const OURS = { instance: 'a', client_build: null };
const DEMO = { kind: 'demo', name: 'demo', images: false };

const MEMORY = { graphId: 'memory', takesScope: true };

const request = (over: object = {}) => ({
  threadId: THREAD,
  assistant: MEMORY,
  messageId: 'message-1',
  text: 'hello',
  onAccepted: vi.fn<(runId: string) => void>(),
  ...over,
});

async function collect(parts: AsyncIterable<StreamPart>): Promise<StreamPart[]> {
  const all: StreamPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

const failureOf = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TransportError)) throw new Error('no TransportError', { cause: error });
  return error;
};

const never = new AbortController().signal;

it('prepares without asking anything of the server', async () => {
  const { heard, transport } = await setUp(json(200, { thread_id: THREAD }));
  transport.prepare();
  await transport.createThread('memory');
  expect(heard.map(({ line }) => line)).toEqual(['POST /api/threads']);
});

describe('authoring', () => {
  it('creates a thread under the scope, refusing an existing one', async () => {
    const { heard, transport } = await setUp(json(200, { thread_id: THREAD }));
    expect(await transport.createThread('memory')).toBe(THREAD);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({
      line: 'POST /api/threads',
      headers: { 'x-api-key': SCOPE },
      body: { if_exists: 'raise', metadata: { graph_id: 'memory' } },
    });
  });

  it('creates a thread with what it is to keep', async () => {
    const { heard, transport } = await setUp(json(200, { thread_id: THREAD }));
    await transport.createThread('memory', { memory_mode: 'off' });
    expect(heard[0]?.body).toMatchObject({
      metadata: { graph_id: 'memory', memory_mode: 'off' },
    });
  });

  it('gives the scope as context to an assistant that takes it, and to no other', async () => {
    const { heard, transport } = await setUp(stream(['metadata', { run_id: 'run-1' }]));
    const assistant = { graphId: 'convert', takesScope: false };
    await collect(transport.start(request({ assistant }), never));
    expect(heard[0]?.body).toMatchObject({ assistant_id: 'convert' });
    expect(heard[0]?.body).not.toHaveProperty('context');
  });

  it('sets values of the state together with the message', async () => {
    const { heard, transport } = await setUp(stream(['metadata', { run_id: 'run-1' }]));
    await collect(transport.start({ ...request(), values: { standing: ['a'] } }, never));
    expect(heard[0]?.body).toMatchObject({
      input: { standing: ['a'], messages: [{ id: 'message-1' }] },
    });
  });

  it('answers an interrupt by its id, under the captured scope, once', async () => {
    const { heard, transport } = await setUp(stream(['metadata', { run_id: 'run-1' }]));
    const onAccepted = vi.fn<(runId: string) => void>();
    const asked = {
      threadId: THREAD,
      assistant: MEMORY,
      answers: { abc: { decisions: [] } },
      onAccepted,
    };
    await collect(transport.answer(asked, never));
    expect(onAccepted.mock.calls).toEqual([['run-1']]);
    expect(heard).toHaveLength(1);
    expect(heard[0]?.body).toMatchObject({
      command: { resume: { abc: { decisions: [] } } },
      context: { memory_scope: SCOPE },
      multitask_strategy: 'reject',
    });
  });

  it('erases a thread by a request that outlives the page; one already gone is no failure', async () => {
    const { heard, transport } = await setUp(json(404, { message: 'There is no such thread.' }));
    await transport.deleteThread(THREAD);
    expect(heard.map(({ line }) => line)).toEqual([`DELETE /api/threads/${THREAD}`]);
  });

  it('asks for admission before answering, setting and erasing', async () => {
    const { heard, transport, values } = await setUp(json(200, {}));
    values.set(SCOPE_STORAGE_KEY, '11111111-2222-4333-8444-555555555555');
    const asked = { threadId: THREAD, assistant: MEMORY, answers: { abc: 1 }, onAccepted: vi.fn() };
    for (const call of [
      collect(transport.answer(asked, never)),
      transport.setMetadata(THREAD, {}),
      transport.setValues(THREAD, {}),
      transport.deleteThread(THREAD),
    ])
      expect((await failureOf(call)).kind).toBe('scope-blocked');
    expect(heard).toEqual([]);
  });

  it('starts a run with the captured scope last in its context, and nothing of it in the address', async () => {
    const { heard, transport } = await setUp(
      stream(['metadata', { run_id: 'run-1', attempt: 1 }], ['end', null]),
    );
    const context = { memory_scope: 'not this one', extra: 1 };
    const asked = request({ context });
    const parts = await collect(transport.start(asked, never));
    expect(parts[0]).toEqual({ id: '0', event: 'metadata', data: { run_id: 'run-1', attempt: 1 } });
    expect(asked.onAccepted.mock.calls).toEqual([['run-1']]);
    expect(heard).toHaveLength(1);
    expect(heard[0]?.line).toBe(`POST /api/threads/${THREAD}/runs/stream`);
    expect(heard[0]?.body).toMatchObject({
      assistant_id: 'memory',
      input: { messages: [{ type: 'human', id: 'message-1', content: 'hello' }] },
      context: { extra: 1, memory_scope: SCOPE },
      config: {
        configurable: { time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
      },
      stream_mode: ['messages-tuple', 'updates', 'custom'],
      on_disconnect: 'continue',
      multitask_strategy: 'enqueue',
    });
  });

  it.each(['enqueue', 'interrupt'] as const)(
    'asks for a turn that comes when it may (%s), streamed so that it can be joined',
    async (whenBusy) => {
      const { heard, transport } = await setUp(json(200, { run_id: 'run-2' }));
      expect(await transport.enqueue({ ...request(), whenBusy })).toBe('run-2');
      expect(heard.map(({ line }) => line)).toEqual([`POST /api/threads/${THREAD}/runs`]);
      expect(heard[0]?.body).toMatchObject({
        assistant_id: 'memory',
        input: { messages: [{ type: 'human', id: 'message-1', content: 'hello' }] },
        context: { memory_scope: SCOPE },
        stream_mode: ['messages-tuple', 'updates', 'custom'],
        multitask_strategy: whenBusy,
      });
    },
  );

  it('makes no request at all once the stored identity has changed; reading still works', async () => {
    const { heard, values, transport } = await setUp(json(200, { run_id: 'r', status: 'success' }));
    values.delete(SCOPE_STORAGE_KEY);
    const created = await failureOf(transport.createThread('memory'));
    const started = await failureOf(collect(transport.start(request(), never)));
    const queued = await failureOf(transport.enqueue({ ...request(), whenBusy: 'enqueue' }));
    for (const error of [created, started, queued])
      expect(error).toMatchObject({ kind: 'scope-blocked', message: CHANGED_WARNING });
    expect(heard).toEqual([]);
    expect(await transport.readRun(THREAD, 'r')).toMatchObject({ status: 'success' });
    expect(heard[0]?.headers['x-api-key']).toBe(SCOPE);
  });

  it.each([500, 503, 429, 408])('is never sent twice: status %i', async (status) => {
    const { heard, transport } = await setUp(json(status, { error: 'x', message: 'A sentence.' }));
    expect((await failureOf(transport.createThread('memory'))).message).toBe('A sentence.');
    await failureOf(collect(transport.start(request(), never)));
    await failureOf(transport.enqueue({ ...request(), whenBusy: 'enqueue' }));
    expect(heard).toHaveLength(3);
  });

  it('is never sent twice when the connection breaks', async () => {
    const { heard, transport } = await setUp((response) => response.destroy());
    expect(await failureOf(transport.createThread('memory'))).toMatchObject({ kind: 'offline' });
    expect(await failureOf(collect(transport.start(request(), never)))).toMatchObject({
      kind: 'offline',
    });
    expect(heard).toHaveLength(2);
  });

  it('is never sent twice when nobody listens', async () => {
    const { transport } = await setUp(json(200, {}));
    await closing.pop()?.();
    const fetching = vi.spyOn(globalThis, 'fetch');
    closing.push(() => {
      fetching.mockRestore();
      return Promise.resolve();
    });
    await failureOf(transport.createThread('memory'));
    expect(fetching).toHaveBeenCalledOnce();
  });
});

describe('errors', () => {
  it.each<[number, unknown, string, string | RegExp]>([
    [404, { error: 'not-found', message: 'No such thread.' }, 'not-found', 'No such thread.'],
    [
      422,
      { error: 'busy', message: 'Another run is going on.' },
      'busy',
      'Another run is going on.',
    ],
    [422, { error: 'invalid', message: 'Bad context.' }, 'refused', 'Bad context.'],
    [413, {}, 'refused', /too long/],
    [400, { error: 'Malformed.' }, 'refused', 'Malformed.'],
    [502, '<html>', 'server', /status 502/],
  ])('status %i with %j', async (status, body, kind, message) => {
    const { transport } = await setUp(json(status, body));
    const error = await failureOf(transport.readRun(THREAD, 'run-1'));
    expect(error).toMatchObject({ kind });
    expect(error.message).toMatch(message);
  });

  it('says which action helps when nothing answers', async () => {
    const { transport, origin } = await setUp(json(200, {}));
    await closing.pop()?.();
    const error = await failureOf(transport.readRun(THREAD, 'run-1'));
    expect(error).toMatchObject({ kind: 'offline' });
    expect(error.message).toMatch(/try again/);
    expect(error.message).not.toContain(origin);
  });
});

describe('reading', () => {
  it('joins after the last event, or from the start', async () => {
    const { heard, transport } = await setUp(stream(['messages', []], ['end', null]));
    await collect(transport.join(THREAD, 'run-1', '41', never));
    await collect(transport.join(THREAD, 'run-1', undefined, never));
    expect(heard.map(({ line }) => line.split('?')[0])).toEqual([
      `GET /api/threads/${THREAD}/runs/run-1/stream`,
      `GET /api/threads/${THREAD}/runs/run-1/stream`,
    ]);
    expect(heard.map(({ headers }) => headers['last-event-id'])).toEqual(['41', '-1']);
  });

  it('ends quietly when the caller aborts', async () => {
    const control = new AbortController();
    const { transport } = await setUp((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: 0\nevent: custom\ndata: {}\n\n');
    });
    const events: string[] = [];
    for await (const { event } of transport.join(THREAD, 'run-1', undefined, control.signal)) {
      events.push(event);
      control.abort();
    }
    expect(events).toEqual(['custom']);
  });

  it('reads all open runs and the newest ended one, however many wait', async () => {
    const run = (place: number) => ({
      run_id: `run-${place}`,
      status: place < 12 ? 'pending' : 'success',
    });
    const { heard, transport } = await setUp((response, { line }) => {
      const offset = Number(
        new URL(`http://x${line.split(' ')[1] ?? ''}`).searchParams.get('offset'),
      );
      json(
        200,
        Array.from({ length: 10 }, (_, place) => run(offset + place)),
      )(response, {
        line,
        headers: {},
        body: undefined,
      });
    });
    const runs = await transport.readRuns(THREAD);
    expect(runs.filter(({ status }) => status === 'pending')).toHaveLength(12);
    expect(runs[12]).toMatchObject({ runId: 'run-12', status: 'success' });
    expect(heard).toHaveLength(2);
  });

  it('reads a run with what began it and why it failed', async () => {
    const { transport } = await setUp(
      json(200, {
        run_id: 'run-1',
        status: 'error',
        kwargs: { input: { messages: [{ type: 'human', id: 'm', content: 'hi' }] } },
        error: { error: 'AuthenticationError', message: 'The key was refused.' },
      }),
    );
    const run = await transport.readRun(THREAD, 'run-1');
    expect(run).toMatchObject({ runId: 'run-1', status: 'error', sent: { id: 'm', text: 'hi' } });
    expect(run.failure?.message).toBe('The key was refused.');
  });

  it('reads what is kept with a thread, without its conversation', async () => {
    const { heard, transport } = await setUp(json(200, { metadata: { memory_mode: 'ask' } }));
    expect(await transport.readMetadata(THREAD)).toEqual({ memory_mode: 'ask' });
    expect(heard[0]?.line).toBe(`GET /api/threads/${THREAD}?select=thread_id,metadata`);
    const missing = await setUp(json(404, { message: 'There is no such thread.' }));
    expect(await missing.transport.readMetadata(THREAD)).toBeUndefined();
  });

  it('reads what a thread waits for', async () => {
    const interrupts = [{ id: 'abc', value: { question: 1 } }, { value: 'no id' }];
    const tasks = [{ id: 't', name: 'tools', interrupts }];
    const { transport } = await setUp(
      json(200, { values: {}, next: ['tools'], tasks, checkpoint: null }),
    );
    expect((await transport.readState(THREAD)).interrupts).toEqual([
      { id: 'abc', value: { question: 1 } },
    ]);
  });

  it('reads the newest messages of a thread, and the ids of the earlier ones', async () => {
    const state = { values: { messages: [] }, next: [], tasks: [], checkpoint: null };
    const { heard, transport } = await setUp(
      json(200, { ...state, earlier_messages: ['a', null] }),
    );
    expect((await transport.readNewest(THREAD)).earlier).toEqual(['a', null]);
    expect(heard[0]?.line).toBe(`GET /api/threads/${THREAD}/state?newest_messages=60`);
    // A server that does not know the choice has sent them all.
    const other = await setUp(json(200, state));
    expect((await other.transport.readNewest(THREAD)).earlier).toBeUndefined();
    const odd = await setUp(json(200, { ...state, earlier_messages: ['a', 3] }));
    expect(await failureOf(odd.transport.readNewest(THREAD))).toMatchObject({ kind: 'server' });
  });

  it('takes nothing for a state or a list of runs that is none', async () => {
    const { transport } = await setUp(json(200, { values: { messages: [] } }));
    expect(await failureOf(transport.readState(THREAD))).toMatchObject({ kind: 'server' });
    expect(await failureOf(transport.readRuns(THREAD))).toMatchObject({ kind: 'server' });
  });

  it('reads the state of a thread that never ran', async () => {
    const { transport } = await setUp(
      json(200, { values: {}, next: [], tasks: [], checkpoint: null }),
    );
    expect(await transport.readState(THREAD)).toEqual({
      values: {},
      checkpointId: undefined,
      createdAt: undefined,
      next: [],
      interrupts: [],
    });
  });

  it.each<[unknown, unknown]>([
    [{ ...OURS, model: DEMO }, DEMO],
    [
      { ...OURS, model: { kind: 'openai', name: 'gpt-4.1', images: true }, more: 1 },
      { kind: 'openai', name: 'gpt-4.1', images: true },
    ],
    [{ ...OURS, model: { kind: 'demo', name: 'demo' } }, undefined],
    [{ version: '1' }, undefined],
    [{ model: 'gpt' }, undefined],
    [[], undefined],
  ])('reads which model answers from %j', async (info, model) => {
    const { transport, heard } = await setUp(json(200, info));
    expect(await transport.readServerInfo()).toEqual({ model });
    expect(heard[0]?.headers['x-api-key']).toBeUndefined();
  });

  it('stops a run and waits for the confirmation', async () => {
    const { heard, transport } = await setUp((response) => response.writeHead(204).end());
    await transport.cancel(THREAD, 'run-1');
    expect(heard[0]?.line).toBe(
      `POST /api/threads/${THREAD}/runs/run-1/cancel?wait=1&action=interrupt`,
    );
  });
});
