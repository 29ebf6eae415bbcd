import { fileURLToPath } from 'node:url';

import type { Logger } from 'pino';

import { createGate } from '#graph/memory/gate';
import { processLock } from '#graph/memory/lock';

import { createApp } from './app.ts';
import { loadGraphs } from './assistants/load-graphs.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { readVersions } from './info-routes.ts';
import { listen, type Answer } from './listen.ts';
import { sweepRegularly } from './regular-sweep.ts';
import { createRunEngine } from './runs/create-run-engine.ts';
import { openSqliteStorage } from './storage/sqlite/sqlite-storage.ts';

const GRAPHS = fileURLToPath(new URL('../../../graph/langgraph.json', import.meta.url));
const CLIENT = fileURLToPath(new URL('../../../dist/chat/browser', import.meta.url));

export interface RunningServer {
  readonly url: string;
  /** Takes nothing new, lets running answers end for up to `graceMs`, then closes everything. */
  stop(graceMs: number): Promise<void>;
}

export interface StartOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** The langgraph.json to serve; the product's own by default. */
  readonly graphsFile?: string;
  /** The built client's directory; the product's own by default. */
  readonly clientDir?: string;
}

/**
 * Opens storage, loads the graphs, takes up what an earlier process left, and answers.
 * Throws StartError and StorageError with a sentence for the person at the terminal.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, logger, graphsFile = GRAPHS, clientDir = CLIENT } = options;
  const answer = Promise.withResolvers<Answer>();
  // Requests that wait for it see the failure; without any, starting still tells it.
  answer.promise.catch(() => undefined);
  const listening = await listen(config, answer.promise);
  try {
    const storage = await openSqliteStorage(config.dataDir);
    try {
      const { graphs, auth } = await loadGraphs(graphsFile);
      const engine = createRunEngine({ storage, graphs, logger });
      const memoryGate = createGate({ store: storage.store, lock: processLock });
      const versions = await readVersions();
      const parts = { config, storage, graphs, auth, engine, memoryGate, logger, versions };
      const app = createApp({ ...parts, clientDir });
      await engine.recover();
      const stopSweep = sweepRegularly({ storage, engine, logger, clock: systemClock });
      answer.resolve((request, connection) => app.fetch(request, connection));
      return {
        url: listening.url,
        async stop(graceMs) {
          listening.stopAccepting();
          await stopSweep();
          await engine.drain(graceMs);
          await listening.close();
          await storage.close();
        },
      };
    } catch (error) {
      await storage.close();
      throw error;
    }
  } catch (error) {
    answer.reject(error);
    await listening.close();
    throw error;
  }
}
