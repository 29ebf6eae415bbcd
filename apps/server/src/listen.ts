import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener, type HttpBindings } from '@hono/node-server';

import { StartError } from './config.ts';
import { answerUnreadable, refuseExpectation, replyUnaskable } from './http/unread-requests.ts';

/**
 * After how long a connection on which nothing moves is cut, in milliseconds. Streams show a sign of
 * life every few seconds, so that this is a reader who takes nothing, or is gone without a word.
 */
const IDLE_MS = 120_000;

/** After how long the system asks whether the other side of a silent connection is there still. */
const PROBE_AFTER_MS = 30_000;

/** Answers one request. */
export type Answer = (
  request: Request,
  connection: Partial<HttpBindings>,
) => Response | Promise<Response>;

export interface Listening {
  /** Where the server answers, such as http://127.0.0.1:4100. */
  readonly url: string;
  /** Takes no new connections, and lets go of those that carry no request. */
  stopAccepting(): void;
  /** Cuts whatever is still open; resolves when all are closed. */
  close(): Promise<void>;
}

/**
 * Listens before the answers are ready: a taken port is found out before anything else is opened,
 * and requests that come early wait. Throws StartError when the address cannot be had.
 */
export async function listen(
  { host, port, idleMs = IDLE_MS }: { host: string; port: number; idleMs?: number },
  ready: Promise<Answer>,
): Promise<Listening> {
  const answerRequest = getRequestListener(
    async (request, connection) => (await ready)(request, connection as HttpBindings),
    { overrideGlobalObjects: false, errorHandler: replyUnaskable },
  );
  const server = createServer(
    // A request without a Host header is refused as every other one, with a sentence.
    { requireHostHeader: false, keepAlive: true, keepAliveInitialDelay: PROBE_AFTER_MS },
    (incoming, outgoing) => void answerRequest(incoming, outgoing),
  );
  server.setTimeout(idleMs);
  server.on('clientError', answerUnreadable);
  server.on('checkExpectation', refuseExpectation);
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(sentence(error, host, port), { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    stopAccepting() {
      server.close();
      server.closeIdleConnections();
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function sentence(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or set PORT to another.`;
  if (error.code === 'EACCES')
    return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`;
  return `HOST ${host} is not an address of this machine. Set HOST to one, such as 127.0.0.1.`;
}
