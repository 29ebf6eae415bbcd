import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** A connection to the server on which nothing is sent yet. */
export function openSocket(apiUrl: string): Socket {
  const { hostname, port } = new URL(apiUrl);
  return connect({ host: hostname, port: Number(port) });
}

/** What a connection is answered to these bytes, to its end. */
export async function rawReply(apiUrl: string, bytes: string): Promise<RawReply> {
  const socket = openSocket(apiUrl);
  socket.write(bytes, 'latin1');
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  return {
    status: Number(status.split(' ')[1]),
    headers: new Headers(
      lines.map((line): [string, string] => {
        const at = line.indexOf(':');
        return [line.slice(0, at), line.slice(at + 1).trim()];
      }),
    ),
    body: body.join('\r\n\r\n'),
  };
}

export interface RawReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** The bytes of a request of this owner. */
export function rawRequest(method: string, path: string, scope: string, more = ''): string {
  return `${method} /api${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Api-Key: ${scope}\r\n${more}\r\n`;
}
