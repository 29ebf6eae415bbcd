import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { SCOPE_STORAGE_KEY } from '#contract/names';

import { CHANGED_WARNING, createBrowserScope } from '../scope/browser-scope';
import { SdkTransport } from './sdk-transport';
import type { StreamPart } from './transport';
import { TransportError } from './transport-error';

const SCOPE = '6f2c1d9e-4b7a-4c3d-9e1f-0a2b3c4d5e6f';
const THREAD = '0f0f0f0f-1111-4222-8333-444444444444';

interface Heard {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

type Reply = (response: ServerResponse, heard: Heard) => void;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function read(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += String(piece);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

/** A real HTTP server that records what it hears, and a transport in front of it. */
async function setUp(reply: Reply) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const line = `${String(request.method)} ${String(request.url)}`;
      heard.push({ line, headers: request.headers, body });
      reply(response, { line, headers: request.headers, body });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const values = new Map([[SCOPE_STORAGE_KEY, SCOPE]]);
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  const scope = createBrowserScope({ openStorage: () => storage, createId: undefined });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { heard, values, origin, transport: new SdkTransport(origin, scope) };
}

const json =
  (status: number, body: unknown): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

const stream =
  (...events: [string, unknown][]): Reply =>
  (response) => {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'content-location': `/threads/${THREAD}/runs/run-1`,
    });
    events.forEach(([event, data], id) => {
      response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    });
    response.end();
  };

const request = (over: object = {}) => ({
  threadId: THREAD,
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
  await transport.createThread();
  expect(heard.map(({ line }) => line)).toEqual(['POST /api/threads']);
});

describe('authoring', () => {
  it('creates a thread under the scope, refusing an existing one', async () => {
    const { heard, transport } = await setUp(json(200, { thread_id: THREAD }));
    expect(await transport.createThread()).toBe(THREAD);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({
      line: 'POST /api/threads',
      headers: { 'x-api-key': SCOPE },
      body: { if_exists: 'raise', metadata: { graph_id: 'memory' } },
    });
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
    const created = await failureOf(transport.createThread());
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
    expect((await failureOf(transport.createThread())).message).toBe('A sentence.');
    await failureOf(collect(transport.start(request(), never)));
    await failureOf(transport.enqueue({ ...request(), whenBusy: 'enqueue' }));
    expect(heard).toHaveLength(3);
  });

  it('is never sent twice when the connection breaks', async () => {
    const { heard, transport } = await setUp((response) => response.destroy());
    expect(await failureOf(transport.createThread())).toMatchObject({ kind: 'offline' });
    expect(await failureOf(collect(transport.start(request(), never)))).toMatchObject({
      kind: 'offline',
      retryable: true,
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
    await failureOf(transport.createThread());
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
    expect(error).toMatchObject({ kind, status });
    expect(error.message).toMatch(message);
  });

  it('says which action helps when nothing answers', async () => {
    const { transport, origin } = await setUp(json(200, {}));
    await closing.pop()?.();
    const error = await failureOf(transport.readRun(THREAD, 'run-1'));
    expect(error).toMatchObject({ kind: 'offline', status: undefined, retryable: true });
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
    [{ model: { kind: 'demo', name: 'demo' } }, { kind: 'demo', name: 'demo' }],
    [{ model: { kind: 'openai', name: 'gpt-4.1' } }, { kind: 'openai', name: 'gpt-4.1' }],
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
