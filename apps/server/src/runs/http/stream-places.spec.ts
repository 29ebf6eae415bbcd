import type { Socket } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MEMORY_FOLLOWERS } from '../../concurrency/stream-places.ts';
import { openSocket, rawReply, rawRequest } from '../../testing/raw-request.ts';
import { newScope, startTestServer, type TestServer } from '../../testing/test-server.ts';

const LIMITS = { perOwner: 3, inAll: 5 };

let server: TestServer;
let owner: string;
let stream: string;
let join: string;
let begin: object;
const sockets: Socket[] = [];

beforeEach(async () => {
  server = await startTestServer(undefined, { runStreams: LIMITS });
  owner = newScope();
  begin = { assistant_id: 'held', input: { messages: [] } };
  const { thread, run } = await heldRun(owner);
  stream = `/threads/${thread}/runs/${run}/stream`;
  join = `/threads/${thread}/runs/${run}/join`;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.held.release();
  await server.close();
});

async function heldRun(scope: string): Promise<{ thread: string; run: string }> {
  const client = server.client(scope);
  const { thread_id: thread } = await client.threads.create();
  const { run_id: run } = await client.runs.create(thread, 'held', { input: { messages: [] } });
  return { thread, run };
}

/** A connection that asks for a path and has been answered something, of which it reads no more. */
function held(method: string, path: string, scope = owner): Promise<Socket> {
  const socket = openSocket(server.apiUrl);
  sockets.push(socket);
  socket.write(rawRequest(method, path, scope));
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (data: Buffer) => {
      socket.off('error', reject).on('error', () => undefined);
      if (/^HTTP\/1.1 200/.test(data.toString())) resolve(socket.resume());
      else reject(new Error(data.toString()));
    });
  });
}

/** The status of a request for a stream, of which nothing is read. */
async function status(path: string, scope = owner, body?: object): Promise<number> {
  const leave = new AbortController();
  const reply = await fetch(server.apiUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': scope, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: leave.signal,
  });
  leave.abort();
  return reply.status;
}

describe('streams of runs', () => {
  it.each(['stream', 'join'])(
    '%s: are so many of an owner at once, and free when left',
    async (kind) => {
      const path = kind === 'stream' ? stream : join;
      const open = await Promise.all([held('GET', path), held('GET', path), held('GET', path)]);
      const refused = await server.ask(owner, 'GET', path);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15']);
      expect(await refused.json()).toMatchObject({ error: 'too-many' });
      open[0].destroy();
      await expect.poll(() => status(path)).toBe(200);
      // Half closed: nothing more will be asked, but what is told is read.
      open[1].end();
      open[2].destroy();
      await expect.poll(() => status(path)).toBe(200);
    },
  );

  it('are so many of all owners at once', async () => {
    await Promise.all(Array.from({ length: LIMITS.perOwner }, () => held('GET', stream)));
    const others = await Promise.all(
      Array.from({ length: LIMITS.inAll - LIMITS.perOwner }, async () => {
        const scope = newScope();
        const { thread, run } = await heldRun(scope);
        return held('GET', `/threads/${thread}/runs/${run}/stream`, scope);
      }),
    );
    const late = newScope();
    const { thread, run } = await heldRun(late);
    expect(await status(`/threads/${thread}/runs/${run}/stream`, late)).toBe(429);
    others[0]?.destroy();
    await expect.poll(() => status(`/threads/${thread}/runs/${run}/stream`, late)).toBe(200);
  });

  it.each(['/runs/stream', '/runs/wait', '/threads/:id/runs/stream', '/threads/:id/runs/wait'])(
    'POST %s: without a free place begins no run',
    async (route) => {
      await Promise.all(Array.from({ length: LIMITS.perOwner }, () => held('GET', stream)));
      const client = server.client(owner);
      const { thread_id: thread } = await client.threads.create();
      const before = await client.threads.count();
      expect(await status(route.replace(':id', thread), owner, begin)).toBe(429);
      expect(await client.runs.list(thread)).toEqual([]);
      expect(await client.threads.count()).toBe(before);
    },
  );

  it('a refused run gives its place back', async () => {
    for (let tries = 0; tries < 2 * LIMITS.inAll; tries += 1)
      expect(await status('/runs/stream', owner, { ...begin, input: 'x' })).toBe(422);
    expect(await status(stream)).toBe(200);
  });

  it('a reader that takes nothing is let go', async () => {
    await server.close();
    server = await startTestServer(undefined, { runStreams: LIMITS, idleMs: 2000 });
    const json = JSON.stringify({
      assistant_id: 'pouring',
      input: { messages: [] },
      stream_mode: 'custom',
    });
    const more = `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n`;
    for (let reader = 0; reader < LIMITS.perOwner; reader += 1) {
      const socket = openSocket(server.apiUrl).on('error', () => undefined);
      sockets.push(socket);
      socket.pause().write(rawRequest('POST', '/runs/stream', owner, more) + json);
    }
    const free = async () => {
      const { thread, run } = await heldRun(owner);
      return status(`/threads/${thread}/runs/${run}/stream`);
    };
    await expect.poll(free).toBe(429);
    await expect.poll(free, { timeout: 30_000 }).toBe(200);
  }, 60_000);
});

describe('HEAD', () => {
  it('holds no place, and cancels nothing', async () => {
    const asked = [
      ...Array.from({ length: 2 * LIMITS.inAll }, () => stream),
      ...Array.from({ length: 2 * LIMITS.inAll }, () => `${join}?cancel_on_disconnect=true`),
      `${stream}?cancel_on_disconnect=true`,
      ...Array.from({ length: 2 * MEMORY_FOLLOWERS.perOwner }, () => '/memory/events'),
    ];
    for (const path of asked) {
      const reply = await rawReply(
        server.apiUrl,
        rawRequest('HEAD', path, owner, 'Connection: close\r\n'),
      );
      expect([reply.status, reply.body]).toEqual([200, '']);
    }
    await Promise.all(Array.from({ length: LIMITS.perOwner }, () => held('GET', stream)));
    await held('GET', '/memory/events');
    const run = await server.ask(owner, 'GET', stream.replace(/\/stream$/, ''));
    expect(await run.json()).toMatchObject({ status: 'running' });
  });

  it.each(['OPTIONS', 'PUT', 'DELETE'])('%s opens no stream', async (method) => {
    const reply = await rawReply(
      server.apiUrl,
      rawRequest(method, '/memory/events', owner, 'Connection: close\r\n'),
    );
    expect(reply.status).toBe(404);
  });
});

it('requests that are left before they are answered hold nothing', async () => {
  for (let tries = 0; tries < 4 * LIMITS.inAll; tries += 1) {
    const socket = openSocket(server.apiUrl);
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(rawRequest('GET', stream, owner));
    socket.destroy();
  }
  await expect.poll(() => status(stream)).toBe(200);
  await expect
    .poll(async () => {
      const open = await Promise.allSettled([
        held('GET', stream),
        held('GET', stream),
        held('GET', stream),
      ]);
      for (const socket of sockets.splice(0)) socket.destroy();
      return open.every((each) => each.status === 'fulfilled');
    })
    .toBe(true);
});
