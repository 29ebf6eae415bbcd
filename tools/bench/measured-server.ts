import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { Client } from '@langchain/langgraph-sdk';

const root = join(import.meta.dirname, '..', '..');
const graphs = join(import.meta.dirname, 'langgraph.json');

/** Which server is measured: this one, or the library's development server on the same graphs. */
export type Kind = 'ours' | 'official';

/** A server process on a data directory of its own, serving the langgraph.json beside this file. */
export class MeasuredServer {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  readonly owner = randomUUID();
  readonly #kind: Kind;
  #child: ChildProcess | undefined;
  #client: Client | undefined;

  private constructor(kind: Kind) {
    this.#kind = kind;
  }

  /** Calls `use` with a server that listens; whatever happens, it is gone afterwards. */
  static async use<T>(kind: Kind, use: (server: MeasuredServer) => Promise<T>): Promise<T> {
    const server = new MeasuredServer(kind);
    try {
      await server.start();
      return await use(server);
    } finally {
      await server.end('SIGKILL');
      rmSync(server.dataDir, { recursive: true });
    }
  }

  /** Starts it on what its data directory holds. */
  async start(): Promise<void> {
    const ours = this.#kind === 'ours';
    const script = ours ? 'apps/server/src/main.ts' : 'graph/testing/official-server.ts';
    const args = ours ? ['--graphs', graphs] : [this.dataDir, graphs];
    // Without settings of a model, the demo model answers.
    const { PATH = '', HOME = '' } = process.env;
    const settings = { PORT: '0', DATA_DIR: this.dataDir, LANGSMITH_TRACING: 'false' };
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      env: { PATH, HOME, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /listen(?:s|ing) on (http:\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      const apiUrl = ours ? `${url}/api` : url;
      const { owner: apiKey } = this;
      this.#client = new Client({ apiUrl, apiKey, callerOptions: { maxRetries: 0 } });
      child.stdout.resume();
      return;
    }
    throw new Error(`The ${this.#kind} server ended before it listened.`);
  }

  /** Ends it, and resolves when it is gone. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  /** The SDK's client as it is. It tries nothing twice. */
  get client(): Client {
    if (!this.#client) throw new Error('The server has not been started.');
    return this.#client;
  }

  /** Bytes of every file of its data directory, write-ahead log included. */
  get bytes(): number {
    return readdirSync(this.dataDir)
      .map((name) => statSync(join(this.dataDir, name)).size)
      .reduce((sum, size) => sum + size, 0);
  }
}
