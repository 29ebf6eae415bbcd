import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { Client } from '@langchain/langgraph-sdk';

const root = join(import.meta.dirname, '..', '..');
const graphs = join(import.meta.dirname, 'langgraph.json');

/** Which server is measured: this one, or the library's development server on the same graphs. */
export type Kind = 'ours' | 'official';

/** Variables of its environment, beyond what every server here has. */
type Settings = Readonly<Record<string, string>>;

/** A server process on a data directory of its own, serving the langgraph.json beside this file. */
export class MeasuredServer {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  readonly owner = randomUUID();
  readonly #kind: Kind;
  readonly #settings: Settings;
  #child: ChildProcess | undefined;
  #client: Client | undefined;

  private constructor(kind: Kind, settings: Settings) {
    this.#kind = kind;
    this.#settings = settings;
  }

  /**
   * Calls `use` with a server that listens; whatever happens, it is gone afterwards. Without settings
   * that name a model, the demo model answers.
   */
  static async use<T>(
    kind: Kind,
    use: (server: MeasuredServer) => Promise<T>,
    settings: Settings = {},
  ): Promise<T> {
    const server = new MeasuredServer(kind, settings);
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
    const args = ours ? ['--graphs', graphs, '--alone'] : [this.dataDir, graphs];
    const { PATH = '', HOME = '' } = process.env;
    const settings = { PORT: '0', DATA_DIR: this.dataDir, LANGSMITH_TRACING: 'false' };
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      env: { PATH, HOME, ...settings, ...this.#settings },
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

  /** Processor time that its process has taken, in milliseconds; Linux counts it in hundredths of a second. */
  get processorMs(): number {
    const stat = readFileSync(`/proc/${this.#child?.pid ?? 0}/stat`, 'utf8');
    // After the name in parentheses, which may hold spaces: user time is the 12th field, system time the 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  /** Bytes of every file of its data directory, write-ahead log included. */
  get bytes(): number {
    return readdirSync(this.dataDir)
      .map((name) => statSync(join(this.dataDir, name)).size)
      .reduce((sum, size) => sum + size, 0);
  }
}
