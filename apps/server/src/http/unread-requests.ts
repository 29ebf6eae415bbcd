import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import { RequestError } from '@hono/node-server';

import { DATA_HEADERS } from './security-headers.ts';

/** A refusal of what never became a request of the app: it has the shape of every other one. */
interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly message: string;
}

/** Node's codes for requests that it cannot read; all others are malformed. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: 'too-large',
    message: 'The headers of the request are larger than this server reads. Send fewer.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    error: 'too-large',
    message: 'The request body carries more chunk extensions than this server reads.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: 'malformed-request',
    message: 'The request took too long to arrive. Send it again.',
  },
};

const MALFORMED: Refusal = {
  status: 400,
  error: 'malformed-request',
  message:
    'This is no HTTP request that the server can read: its first line, a header or its body is malformed.',
};

const WRONG_TARGET: Refusal = {
  status: 400,
  error: 'malformed-request',
  message: 'The address or the Host header of the request is malformed.',
};

const NOT_READY: Refusal = {
  status: 503,
  error: 'unavailable',
  message: 'The server is not ready. Try again in a moment.',
};

const EXPECTATION: Refusal = {
  status: 417,
  error: 'malformed-request',
  message: 'The server meets no expectation but 100-continue. Leave the Expect header out.',
};

/** Answers a connection whose request could not be read, unless an answer is under way, and ends it. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const answered = '_httpMessage' in socket && isBegun(socket._httpMessage);
  if (!socket.writable || answered || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED;
  const body = bodyOf(refusal);
  const headers = Object.entries({
    ...headersOf(body),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`;
  socket.end([status, ...headers, '', body].join('\r\n'), () => socket.destroy());
}

/** What the adapter replies where the request is none that the app could be asked, or the app is none. */
export function replyUnaskable(error: unknown): Response {
  const refusal = error instanceof RequestError ? WRONG_TARGET : NOT_READY;
  const body = bodyOf(refusal);
  return new Response(body, { status: refusal.status, headers: headersOf(body) });
}

/** Answers a request that expects of the server what it does not do. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = bodyOf(EXPECTATION);
  response.writeHead(EXPECTATION.status, { ...headersOf(body), Connection: 'close' }).end(body);
}

function bodyOf({ error, message }: Refusal): string {
  return JSON.stringify({ error, message });
}

function headersOf(body: string): Record<string, string> {
  return {
    ...DATA_HEADERS,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
  };
}

function isBegun(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'headersSent' in message &&
    message.headersSent === true
  );
}
