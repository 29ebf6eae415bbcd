import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Random } from './random.ts';
import { ServerProcess, type ServerSettings } from './server-process.ts';

/** What one fault came to: how often it was done, and what was found afterwards. */
export interface Finding {
  readonly fault: string;
  readonly done: string;
  readonly held: string;
}

/** How much of a fault is tried: `short` in the unit tests, `long` by command. */
export type Extent = 'short' | 'long';

/** Throws at the first promise that is broken. */
export type Fault = (lab: Lab, extent: Extent) => Promise<Finding>;

/** A place to break servers in: whatever it started or made is gone when it closes. */
export class Lab {
  readonly random: Random;
  readonly #servers: ServerProcess[] = [];
  readonly #undo: (() => unknown)[] = [];

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  directory(): string {
    const path = mkdtempSync(join(tmpdir(), 'faults-'));
    this.undoLater(() => rmSync(path, { recursive: true }));
    return path;
  }

  /** Starts a server process, which may fail to start. */
  process(settings: ServerSettings): ServerProcess {
    const server = new ServerProcess(settings);
    this.#servers.push(server);
    return server;
  }

  /** Resolves with a server that answers. Throws with what it printed when it does not start. */
  async server(settings: ServerSettings): Promise<ServerProcess> {
    const server = this.process(settings);
    if (await server.answers()) return server;
    throw new Error(`the server did not start: ${server.output}`);
  }

  /** Calls it on closing, after the servers have ended; the last one first. */
  undoLater(undo: () => unknown): void {
    this.#undo.push(undo);
  }

  async close(): Promise<void> {
    for (const server of this.#servers) await server.kill();
    for (const undo of this.#undo.toReversed()) await undo();
  }
}
