import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { CONVERT_GRAPH_ID, readConversion, type Conversion } from '#contract/conversion';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));

/** The served product in a process of its own, without a model. */
export class ServedConverter {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  readonly #scope: string;
  #url = '';

  constructor(dataDir: string, scope: string = randomUUID()) {
    this.#scope = scope;
    const { PATH = '', HOME = '' } = process.env;
    this.#child = spawn(process.execPath, [MAIN], {
      env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#exit = once(this.#child, 'exit');
  }

  get scope(): string {
    return this.#scope;
  }

  /** Resolves when it says where it listens. Throws when it ended instead. */
  async listening(): Promise<void> {
    let output = '';
    this.#child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    while (this.#url === '') {
      if (this.#child.exitCode !== null) throw new Error(`The server ended:\n${output}`);
      if (this.#child.stdout) await Promise.race([once(this.#child.stdout, 'data'), this.#exit]);
      this.#url = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(output)?.[0] ?? '';
    }
  }

  async createThread(): Promise<string> {
    const { thread_id: id } = (await this.#post('/threads', {})) as { thread_id: string };
    return id;
  }

  /** One turn of a conversion, to its end. */
  async turn(thread: string, input: Readonly<Record<string, unknown>>): Promise<Conversion> {
    const run = { assistant_id: CONVERT_GRAPH_ID, input };
    const conversion = readConversion(await this.#post(`/threads/${thread}/runs/wait`, run));
    if (!conversion) throw new Error('The server answered with no conversion.');
    return conversion;
  }

  /** As a power cut ends it: nothing is flushed, nothing is told. */
  async kill9(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exit;
  }

  async #post(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${this.#url}/api${path}`, {
      method: 'POST',
      headers: { 'x-api-key': this.#scope, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
