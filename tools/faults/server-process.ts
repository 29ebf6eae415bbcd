import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
/** The graphs that faults are done to. */
export const GRAPHS = fileURLToPath(
  new URL('../../graph/fixtures/langgraph.json', import.meta.url),
);

export interface ServerSettings {
  readonly dataDir: string;
  /** A module that the process loads first: how a fault gets into it. */
  readonly preload?: URL;
  /** Environment beside PORT and DATA_DIR. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A real server process, `node apps/server/src/main.ts`, on a free port of the loopback address. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  #output = '';
  #url = '';

  constructor({ dataDir, preload, env }: ServerSettings) {
    const first = preload ? ['--import', preload.href] : [];
    this.#child = spawn(process.execPath, [...first, MAIN, '--graphs', GRAPHS, '--alone'], {
      env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#exit = once(this.#child, 'exit');
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
  }

  /** Resolves when it says where it listens, or with false when it has ended instead. */
  async answers(): Promise<boolean> {
    const { stdout } = this.#child;
    while (this.#url === '') {
      if (!this.running || !stdout) return false;
      await Promise.race([once(stdout, 'data'), this.#exit]);
      this.#url = /http:\/\/127\.0\.0\.1:\d+/.exec(this.#output)?.[0] ?? '';
    }
    return true;
  }

  get apiUrl(): string {
    return `${this.#url}/api`;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** What it has printed. */
  get output(): string {
    return this.#output;
  }

  /** Its exit code once it has ended; null when a signal ended it. */
  async exited(): Promise<number | null> {
    await this.#exit;
    return this.#child.exitCode;
  }

  /** kill -9. Resolves when it is gone. */
  async kill(): Promise<void> {
    if (this.running) this.#child.kill('SIGKILL');
    await this.#exit;
  }

  /** Sends the signal to stop, and no more. */
  askToStop(): void {
    this.#child.kill('SIGTERM');
  }

  /** Asks it to stop, and waits until it has. */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#exit;
  }

  /** Memory that it holds now, in bytes; only where the system tells (Linux). */
  get memoryBytes(): number {
    const status = readFileSync(`/proc/${this.#child.pid ?? 0}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1024;
  }
}
