import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Lab } from '../faults/lab.ts';
import type { ServerProcess } from '../faults/server-process.ts';

const METER = new URL('./loop-meter.ts', import.meta.url);

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** A served product under attack: a real process, whose event loop is metered. */
export class Target {
  readonly server: ServerProcess;
  readonly #meter: string;
  #requests = 0;
  #read = 0;

  private constructor(server: ServerProcess, meter: string) {
    this.server = server;
    this.#meter = meter;
  }

  static async serve(lab: Lab): Promise<Target> {
    const dataDir = lab.directory();
    const meter = join(dataDir, 'loop-meter');
    const server = await lab.server({ dataDir, preload: METER, env: { LOOP_METER: meter } });
    const target = new Target(server, meter);
    // The first run loads and compiles much: that is no request's doing.
    const owner = randomUUID();
    const hello = {
      assistant_id: 'memory',
      input: { messages: [{ role: 'human', content: 'Hi.' }] },
    };
    await target.ask(owner, 'POST', '/runs/wait', hello);
    await target.ask(owner, 'GET', '/memory');
    target.heldMs();
    target.#requests = 0;
    return target;
  }

  get requests(): number {
    return this.#requests;
  }

  /** A body that is no text is sent as JSON. */
  async ask(owner: string, method: string, path: string, body?: unknown): Promise<Reply> {
    this.#requests += 1;
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const reply = await fetch(this.server.apiUrl + path, {
      method,
      headers: { 'x-api-key': owner, 'content-type': 'application/json' },
      ...(body !== undefined && { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
    });
    return { status: reply.status, text: await reply.text() };
  }

  /** The longest that the event loop was held since the last call, in milliseconds of processor time. */
  heldMs(): number {
    const noted = existsSync(this.#meter) ? readFileSync(this.#meter, 'utf8').split('\n') : [''];
    const fresh = noted.slice(this.#read, -1).map(Number);
    this.#read = noted.length - 1;
    return Math.max(0, ...fresh);
  }
}
