import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach } from 'vitest';

import { SCOPE_STORAGE_KEY } from '#contract/names';

import { createBrowserScope } from '../../scope/browser-scope';
import { SdkTransport } from '../sdk-transport';

export const SCOPE = '6f2c1d9e-4b7a-4c3d-9e1f-0a2b3c4d5e6f';
export const THREAD = '0f0f0f0f-1111-4222-8333-444444444444';

export interface Heard {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

export type Reply = (response: ServerResponse, heard: Heard) => void;

/** What a test has opened: closed after it, or sooner by the test itself. */
export const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function read(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += String(piece);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

/** A real HTTP server that records what it hears, and the identity of a browser before it. */
export async function recordingServer(reply: Reply) {
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
  return { heard, values, origin, scope };
}

/** The same, and a transport in front of it. */
export async function setUp(reply: Reply) {
  const { heard, values, origin, scope } = await recordingServer(reply);
  return { heard, values, origin, transport: new SdkTransport(origin, scope) };
}

export const json =
  (status: number, body: unknown): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

export const stream =
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
