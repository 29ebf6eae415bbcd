import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..');

export interface ServerOptions {
  readonly dataDir: string;
  readonly port: number;
  /** Model settings (OPENAI_…); without them the demo model answers. */
  readonly env?: Readonly<Record<string, string>>;
  /** The langgraph.json to serve, below the repository's root; the product's own when absent. */
  readonly graphs?: string | undefined;
}

/** The real server in a process of its own, so that a test can kill it as a power cut would. */
export class ServerProcess {
  readonly url: string;
  readonly output: string[] = [];
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** Resolves once the server has printed the address it listens on. */
  static async start({ dataDir, port, env = {}, graphs }: ServerOptions): Promise<ServerProcess> {
    const url = `http://127.0.0.1:${port}`;
    const { PATH = '', HOME = '' } = process.env;
    const served = graphs === undefined ? [] : ['--graphs', graphs, '--alone'];
    const child = spawn(process.execPath, ['apps/server/src/main.ts', ...served], {
      cwd: root,
      env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const server = new ServerProcess(child, url);
    child.once('exit', (code, signal) => server.output.push(`ended: ${String(signal ?? code)}`));
    await server.#listening(child);
    return server;
  }

  #listening(child: ChildProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      const ended = (): void =>
        reject(new Error(`The server ended before it listened:\n${this.output.join('\n')}`));
      child.once('exit', ended);
      for (const stream of [child.stdout, child.stderr]) {
        if (!stream) continue;
        createInterface({ input: stream }).on('line', (line) => {
          this.output.push(line);
          if (!line.includes(this.url)) return;
          child.off('exit', ended);
          resolve();
        });
      }
    });
  }

  /** As a crash ends it: nothing is flushed, nothing is told. */
  async kill9(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** As an operator ends it. Resolves with the exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
      return this.#child.exitCode;
    }
    const exit = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exit;
    return this.#child.exitCode;
  }
}

/** A port that was free a moment ago; a restarted server takes it again, so the origin stays. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
