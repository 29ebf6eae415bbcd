import { Writable } from 'node:stream';

import { pino } from 'pino';
import { describe, expect, it } from 'vitest';

import { auth } from '#graph/auth';

import { createApp, type AppDeps } from '../app.ts';
import { readConfig } from '../config.ts';
import { MAX_BODY_BYTES } from './body.ts';

const SCOPE = '3f2b8a54-6c1e-4d8e-9a77-0123456789ab';
const THREAD = '0199d0c0-0000-7000-8000-000000000001';

/** Stands for parts of which a refused request must call nothing. */
function untouched(name: string): never {
  return new Proxy((() => undefined) as never, {
    get: (_, key) => untouched(`${name}.${String(key)}`),
    apply() {
      throw new TypeError(`${name} was called`);
    },
  });
}

function httpOf(env: Record<string, string> = {}, deps: Partial<AppDeps> = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const app = createApp({
    config: readConfig(env),
    storage: untouched('storage'),
    engine: untouched('engine'),
    memoryGate: untouched('memoryGate'),
    graphs: new Map(),
    auth,
    logger: pino(log),
    versions: { version: '1', langgraph: '2' },
    clientDir: '/nonexistent',
    ...deps,
  });
  const ask = (path: string, init: RequestInit = {}) =>
    app.request(path, {
      ...init,
      headers: { 'x-api-key': SCOPE, ...(init.headers as Record<string, string>) },
    });
  return { app, ask, lines };
}

const post = (body: NonNullable<RequestInit['body']>, headers = {}) => ({
  method: 'POST',
  body,
  headers,
});

async function refusal(response: Response): Promise<{ error: string; message: string }> {
  const body = (await response.json()) as { error: string; message: string };
  expect(Object.keys(body).sort()).toEqual(['error', 'message']);
  return body;
}

describe('the open routes', () => {
  it('say that the server is up and what it is, to anyone', async () => {
    const { app } = httpOf({ OPENAI_API_KEY: 'sk-1', OPENAI_MODEL: 'm' });
    expect(await (await app.request('/api/ok')).json()).toEqual({ ok: true });
    const info = await (await app.request('/api/info')).text();
    expect(JSON.parse(info)).toMatchObject({ model: { kind: 'openai', name: 'm' } });
    expect(info).not.toContain('sk-1');
  });
});

describe('identity', () => {
  it('is asked of every other API route', async () => {
    const { app } = httpOf();
    const routes = app.routes.filter(
      ({ method, path }) => method !== 'ALL' && path.startsWith('/api/'),
    );
    const closed = routes.filter(({ path }) => path !== '/api/ok' && path !== '/api/info');
    expect(routes.length - closed.length).toBe(2);
    expect(closed.length).toBeGreaterThan(30);
    for (const { method, path } of closed) {
      const url = path.replaceAll(/:\w+/g, THREAD);
      for (const headers of [{}, { 'x-api-key': SCOPE.toUpperCase() }, { authorization: SCOPE }]) {
        const response = await app.request(url, { method, headers });
        expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 401`);
        expect((await refusal(response)).error).toBe('unauthenticated');
      }
    }
  });
});

describe('bodies', () => {
  const { ask } = httpOf();

  it.each([
    ['no JSON', '{"metadata":', 400, 'not valid JSON'],
    ['no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, 'not valid UTF-8'],
    ['a rounded number', '{"metadata":{"n":12345678901234567890}}', 400, '"n" is too large'],
    ['an array', '[]', 422, 'body: '],
    ['a wrong field', '{"metadata":[]}', 422, 'body.metadata: must be a JSON object'],
    ['a wrong id', '{"thread_id":"x"}', 422, 'body.thread_id: must be a lowercase UUID'],
    ['an unsupported field', '{"supersteps":[{}]}', 422, 'body.supersteps'],
  ])('with %s are refused in a sentence', async (_, body, status, sentence) => {
    const response = await ask('/api/threads', post(body));
    expect(response.status).toBe(status);
    expect((await refusal(response)).message).toContain(sentence);
  });

  it('are bounded, whether their length is told or not', async () => {
    const told = await ask('/api/threads', post('x'.repeat(MAX_BODY_BYTES + 1)));
    const untold = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const streamed = await ask('/api/threads', {
      ...post(untold),
      duplex: 'half',
    });
    for (const response of [told, streamed]) {
      expect(response.status).toBe(413);
      expect((await refusal(response)).message).toContain('larger than 4 MB');
    }
  });
});

describe('paths', () => {
  const { ask } = httpOf();

  it.each([
    '/api/threads/nonsense',
    `/api/threads/${THREAD.toUpperCase()}`,
    `/api/threads/${THREAD}x/state`,
  ])('%s is told from a missing thread', async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(400);
    expect((await refusal(response)).message).toContain('thread_id');
  });

  it.each(['/api', '/api/', '/api/nothing', '/api/internal/truncate'])(
    '%s is named as no route',
    async (path) => {
      const response = await ask(path);
      expect(response.status).toBe(404);
      expect((await refusal(response)).message).toBe(`There is no route GET ${path}.`);
    },
  );
});

describe('hosts', () => {
  it.each([
    ['localhost:4100', 200],
    ['127.0.0.1', 200],
    ['[::1]:4100', 200],
    ['LOCALHOST', 200],
    ['evil.example', 403],
    ['localhost.evil.example', 403],
    ['127.0.0.1.evil.example:4100', 403],
    ['chat.example.org', 403],
  ])('%s gets %i', async (host, status) => {
    const { ask } = httpOf();
    expect((await ask('/api/ok', { headers: { host } })).status).toBe(status);
    expect((await ask('/', { headers: { host } })).status).toBe(status === 200 ? 503 : status);
  });

  it('of ALLOWED_HOSTS are answered too', async () => {
    const { ask } = httpOf({ ALLOWED_HOSTS: 'chat.example.org' });
    expect((await ask('/api/ok', { headers: { host: 'chat.example.org' } })).status).toBe(200);
    expect((await ask('/api/ok', { headers: { host: 'evil.example' } })).status).toBe(403);
  });
});

describe('other origins', () => {
  const preflight = {
    method: 'OPTIONS',
    headers: {
      origin: 'https://a.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key,content-type',
    },
  };

  it('are told nothing unless they are named', async () => {
    const { app } = httpOf();
    const headers = { origin: 'https://a.example' };
    const response = await app.request('/api/ok', { headers });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const asked = await app.request('/api/threads', preflight);
    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('that are named may ask, and read the headers that tell of runs', async () => {
    const { app } = httpOf({ CORS_ORIGINS: 'https://a.example' });
    const asked = await app.request('/api/threads', preflight);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe('https://a.example');
    expect(asked.headers.get('access-control-allow-headers')).toContain('x-api-key');
    const headers = { origin: 'https://a.example' };
    const response = await app.request('/api/ok', { headers });
    expect(response.headers.get('access-control-expose-headers')).toContain('Content-Location');
    const foreign = await app.request('/api/ok', { headers: { origin: 'https://b.example' } });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('every reply', () => {
  it('carries the headers that close common holes, refusals included', async () => {
    const { app } = httpOf();
    for (const path of ['/api/ok', '/api/threads', '/', '/missing.js']) {
      const { headers } = await app.request(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    }
  });
});

describe('an unexpected error', () => {
  it('is told by its request id alone, and described in the log without what people wrote', async () => {
    const secret = `my secret ${SCOPE}`;
    const { ask, lines } = httpOf(
      {},
      {
        get storage(): never {
          return {
            threads: {
              count: () => Promise.resolve(0),
              create: () => Promise.reject(new Error(secret, { cause: new SyntaxError(secret) })),
            },
          } as never;
        },
      },
    );
    const response = await ask('/api/threads', post('{}', { 'x-request-id': 'request-1' }));
    expect(response.status).toBe(500);
    const { message } = await refusal(response);
    expect(message).toContain('request-1');
    expect(message).not.toMatch(/secret|at /);
    const told = lines.find(({ msg }) => msg === 'unexpected error');
    expect(told).toMatchObject({ requestId: 'request-1', err: { name: 'Error' } });
    expect(JSON.stringify(lines)).not.toMatch(/secret/);
    expect(JSON.stringify(told)).toContain('http.spec');
  });
});

describe('the log', () => {
  it('has a line for each request: pattern, status, time, a short hash; no scope, id or content', async () => {
    const { ask, lines } = httpOf();
    await ask(`/api/threads/${THREAD}x?canary=1`, { headers: { cookie: 'canary' } });
    await ask('/api/store/items/search', post('{"namespace_prefix":["canary"]}'));
    await ask(`/api/canary`);
    expect(lines.map(({ msg, method, route, status }) => [msg, method, route, status])).toEqual([
      ['request', 'GET', '/api/threads/:thread_id', 400],
      ['request', 'POST', '/api/store/items/search', 403],
      ['request', 'GET', '/*', 404],
    ]);
    expect(lines[0]).toMatchObject({
      owner: expect.stringMatching(/^[0-9a-f]{8}$/) as unknown,
      ms: expect.any(Number) as unknown,
      requestId: expect.any(String) as unknown,
    });
    const text = JSON.stringify(lines);
    for (const part of [SCOPE, THREAD, 'canary']) expect(text).not.toContain(part);
  });
});
