import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** How a provider fails; each quotes the key and what it was sent. */
export const FAILURES = [
  'body',
  'text',
  'lines',
  'field',
  'header',
  'ok',
  'frame',
  'event',
  'broken',
] as const;

export type FailureForm = (typeof FAILURES)[number];

/** A provider on a port of its own that fails in the form that the last message names. */
export async function startEchoingProvider() {
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** Of every request. */
    headers,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

interface ModelRequest {
  readonly messages: readonly { readonly content: unknown }[];
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { messages } = (await json(request)) as ModelRequest;
  const said = messages.map(({ content }) => content);
  const last = JSON.stringify(said.at(-1));
  const form = FAILURES.find((each) => last.includes(`fail by ${each}`)) ?? 'body';
  const key = request.headers.authorization ?? '';
  const message = `No ${key} (${key.replace('Bearer ', '')}) for ${JSON.stringify(said)}`;
  const error = { message, type: key, code: key, param: last, [key]: { key, said } };
  fail(response, form, { error, message, key, plain: said.join('\n') });
}

interface Echo {
  readonly error: object;
  readonly message: string;
  readonly key: string;
  readonly plain: string;
}

function fail(response: ServerResponse, form: FailureForm, { error, message, key, plain }: Echo) {
  const piece = { choices: [{ index: 0, delta: { role: 'assistant', content: 'Well' } }] };
  const stream = (end: string) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(piece)}\n\n${end}\n\n`);
  };
  const reply = (status: number, type: string, body: string, headers = {}) =>
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  const send: Readonly<Record<FailureForm, () => void>> = {
    body: () => reply(401, 'application/json', JSON.stringify({ error })),
    text: () => reply(400, 'text/plain', `${message}\n${plain}`),
    lines: () => reply(400, 'text/plain', `no\n    at ${key} (${plain.replaceAll('\n', ' ')}:1:1)`),
    field: () => reply(422, 'application/json', JSON.stringify({ detail: [error], [key]: plain })),
    header: () => {
      response.statusMessage = `No ${key}`;
      reply(403, 'text/html', '', {
        'x-echo': `${key} ${encodeURIComponent(plain).slice(0, 4000)}`,
      });
    },
    ok: () => reply(200, 'application/json', JSON.stringify({ error })),
    frame: () => stream(`data: ${JSON.stringify({ error })}`),
    event: () => stream(`event: error\ndata: ${JSON.stringify({ message, error })}`),
    broken: () => stream(`data: {"choices":[{"delta":{"content":${JSON.stringify(message)}`),
  };
  send[form]();
}
