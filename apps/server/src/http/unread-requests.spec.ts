import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { openSocket, rawReply, rawRequest } from '../testing/raw-request.ts';
import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
const log: string[] = [];

beforeAll(async () => {
  server = await startTestServer(undefined, { log: { write: (line) => void log.push(line) } });
});
afterAll(() => server.close());

const host = 'Host: 127.0.0.1\r\n';
const close = 'Connection: close\r\n';

describe('a request that the adapter cannot hand on', () => {
  it.each([
    ['is no HTTP at all', 'hello\r\n\r\n', 400],
    ['has an unknown method', `BREW /api/ok HTTP/1.1\r\n${host}\r\n`, 400],
    ['has an unknown version', `GET /api/ok HTTP/9.1\r\n${host}\r\n`, 400],
    ['has white space in its address', `GET /api/o k HTTP/1.1\r\n${host}\r\n`, 400],
    ['has a backslash in its address', `GET /api\\ok HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ['has no Host', `GET /api/ok HTTP/1.1\r\n${close}\r\n`, 400],
    ['has a malformed Host', `GET /api/ok HTTP/1.1\r\nHost: a b/c\r\n${close}\r\n`, 400],
    ['asks of another scheme', `GET ftp://127.0.0.1/api/ok HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ['has a header without a colon', `GET /api/ok HTTP/1.1\r\n${host}nonsense\r\n\r\n`, 400],
    [
      'has headers of 100 kB',
      `GET /api/ok HTTP/1.1\r\n${host}A: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
    ['has a bad length', `POST /api/threads HTTP/1.1\r\n${host}Content-Length: x\r\n\r\n`, 400],
    [
      'has a negative length',
      `POST /api/threads HTTP/1.1\r\n${host}Content-Length: -5\r\n\r\n`,
      400,
    ],
    [
      'has two lengths',
      `POST /api/threads HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      400,
    ],
    [
      'has a length and chunks',
      `POST /api/threads HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
    ],
    [
      'has a broken chunk',
      `POST /api/threads HTTP/1.1\r\n${host}X-Api-Key: ${newScope()}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['expects something', `POST /api/ok HTTP/1.1\r\n${host}Expect: tea\r\n${close}\r\n`, 417],
    [
      'has a badly escaped address',
      `GET /api/threads/%zz HTTP/1.1\r\n${host}X-Api-Key: ${newScope()}\r\n${close}\r\n`,
      400,
    ],
    [
      'has an address that is no UTF-8',
      `GET /api/%ff%fe HTTP/1.1\r\n${host}X-Api-Key: ${newScope()}\r\n${close}\r\n`,
      404,
    ],
    ['traces', `TRACE /api/ok HTTP/1.1\r\n${host}${close}\r\n`, 404],
  ])('because it %s is refused with our headers and a sentence', async (_, bytes, status) => {
    const reply = await rawReply(server.apiUrl, bytes);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const { error, message, ...rest } = JSON.parse(reply.body) as Record<string, string>;
    expect([error, rest]).toEqual([expect.stringMatching(/^[a-z-]+$/), {}]);
    expect(message).toMatch(/^[A-Z].+\.$/s);
  });

  it('takes nothing from others', async () => {
    expect((await fetch(`${server.apiUrl}/ok`)).status).toBe(200);
  });
});

it('an upload that its sender ends is no unexpected error', async () => {
  const socket = openSocket(server.apiUrl);
  const scope = newScope();
  socket.write(rawRequest('POST', '/threads', scope, 'Content-Length: 1000\r\n') + '{"metadata":');
  await vi.waitUntil(() => socket.bytesWritten > 0);
  await server.ask(scope, 'GET', '/memory');
  socket.destroy();
  const line = await vi.waitUntil(() =>
    log.find((each) => each.includes('"status":400') && each.includes('"method":"POST"')),
  );
  expect(line).toContain('"level":30');
  expect(log.filter((each) => each.includes('unexpected error'))).toEqual([]);
});
