import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, 'site');

/** The shop that the sample suite tests, on a free port of the loopback address. */
export interface Site {
  readonly url: string;
  /** Replaces a text in every page, from now on. */
  change(find: string, replacement: string): void;
  close(): Promise<void>;
}

export async function serveSite(): Promise<Site> {
  const changes = new Map<string, string>();
  const server = createServer((request, response) => {
    const name = basename(new URL(request.url ?? '/', 'http://site').pathname);
    readFile(join(ROOT, name), 'utf8').then(
      (page) => {
        let text = page;
        for (const [find, replacement] of changes) text = text.replaceAll(find, replacement);
        response.setHeader('content-type', 'text/html; charset=utf-8').end(text);
      },
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    change: (find, replacement) => void changes.set(find, replacement),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
