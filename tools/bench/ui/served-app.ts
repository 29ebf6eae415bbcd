import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..', '..', '..');

/** The built client as the real server serves it, in a process and a data folder of its own. */
export class ServedApp {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #dataDir: string;

  private constructor(url: string, child: ChildProcess, dataDir: string) {
    this.url = url;
    this.#child = child;
    this.#dataDir = dataDir;
  }

  /** Resolves once the server listens. `modelUrl`: the endpoint that answers. */
  static async start(modelUrl: string): Promise<ServedApp> {
    const dataDir = mkdtempSync(join(tmpdir(), 'bench-ui-'));
    const { PATH = '', HOME = '' } = process.env;
    const model = { OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: 'not-a-real-key' };
    const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: root,
      env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir, ...model },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /listens on (\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      child.stdout.resume();
      return new ServedApp(url, child, dataDir);
    }
    throw new Error('The server ended before it listened.');
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
    rmSync(this.#dataDir, { recursive: true });
  }
}
