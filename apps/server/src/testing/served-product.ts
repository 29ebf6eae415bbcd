import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { Client } from '@langchain/langgraph-sdk';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

export interface ServedProduct {
  readonly apiUrl: string;
  /** All that it has printed so far: start lines, log and errors. */
  readonly output: () => string;
  client(scope: string): Client;
  ask(scope: string, method: string, path: string, body?: unknown): Promise<Response>;
  /** Ends it as a person does, and waits until it has. */
  stop(): Promise<void>;
  /** Ends it as a power cut does, and waits until it has. */
  kill(): Promise<void>;
}

/** The product in a process of its own, with these variables and no others. */
export async function serveProduct(env: Record<string, string>): Promise<ServedProduct> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
  });
  const exit = once(child, 'exit');
  const lines: string[] = [];
  const listening = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      const url = /listens on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1];
      if (url !== undefined) listening.resolve(url);
    });
  const output = () => lines.join('\n');
  void exit.then(() => listening.reject(new Error(`It has ended: ${output()}`)));
  const apiUrl = `${await listening.promise}/api`;
  return {
    apiUrl,
    output,
    client: (scope) => new Client({ apiUrl, apiKey: scope, callerOptions: { maxRetries: 0 } }),
    ask: (scope, method, path, body) =>
      fetch(`${apiUrl}${path}`, {
        method,
        headers: { 'x-api-key': scope, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
