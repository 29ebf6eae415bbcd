import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { findServer } from '#server/address-file';

import { CliError } from './cli-error.ts';
import { WORKSPACE } from './folders.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

/** How long a server that is about to listen is waited for, and how often it is looked for. */
const STARTING_MS = 15_000;
const LOOK_MS = 100;

export interface Connection {
  readonly apiUrl: string;
  /** Ends what was started for this call. */
  close(): Promise<void>;
}

/**
 * The server of a data folder. Where none runs one is started on the same database, under the same
 * lock. Throws CliError.
 */
export async function connect(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<Connection> {
  const running = await findServer(dataDir);
  if (running !== undefined) return theirs(running);
  say('No server runs; one is started for this call.');
  const started = await startServer(dataDir, env);
  if ('url' in started) return { apiUrl: `${started.url}/api`, close: started.close };
  // Another process has the data: a server that was started at the same moment, or one about to end.
  for (let waited = 0; waited < STARTING_MS; waited += LOOK_MS) {
    const other = await findServer(dataDir);
    if (other !== undefined) return theirs(other);
    await after(LOOK_MS);
  }
  throw new CliError(started.said);
}

function theirs(url: string): Connection {
  return { apiUrl: `${url}/api`, close: () => Promise.resolve() };
}

type Started =
  { readonly url: string; readonly close: () => Promise<void> } | { readonly said: string };

async function startServer(dataDir: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const child = spawn(process.execPath, [MAIN], {
    cwd: WORKSPACE,
    env: { ...env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(dataDir) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A key pressed at the terminal is for this program alone, which ends the server itself.
    detached: true,
  });
  const exit = once(child, 'exit');
  const listening = Promise.withResolvers<string>();
  const complaints: string[] = [];
  createInterface(child.stdout).on('line', (line) => {
    const url = /listens on (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) listening.resolve(url);
  });
  createInterface(child.stderr).on('line', (line) => complaints.push(line));
  const ended = exit.then(() => undefined);
  const url = await Promise.race([listening.promise, ended]);
  if (url === undefined)
    return { said: complaints[0] ?? 'The server that was started for this call has ended.' };
  return {
    url,
    async close() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
