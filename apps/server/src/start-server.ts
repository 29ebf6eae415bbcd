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
  /** langgraph.json files to serve beside the product's own; none by default. */
  readonly graphFiles?: readonly string[];
  /** Whether those files are served without the product's own. */
  readonly alone?: boolean;
  /** The built client's directory; the product's own by default. */
  readonly clientDir?: string;
}

/**
 * Opens storage, loads the graphs, takes up what an earlier process left, and answers.
 * Throws StartError and StorageError with a sentence for the person at the terminal.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, logger, graphFiles = [], alone = false, clientDir = CLIENT } = options;
  const answer = Promise.withResolvers<Answer>();
  // Requests that wait for it see the failure; without any, starting still tells it.
  answer.promise.catch(() => undefined);
  const listening = await listen(config, answer.promise);
  try {
    const storage = await openSqliteStorage(config.dataDir);
    try {
      const loaded = await loadGraphs(alone ? graphFiles : [GRAPHS, ...graphFiles]);
      const { graphs, rulesOf, auth, putAside } = loaded;
      if (putAside.length > 0)
        logger.warn({ putAside }, 'an env file names settings of the server; they were put aside');
      const engine = createRunEngine({
        storage,
        graphs,
        rulesOf,
        logger,
        limits: { idleMs: config.runIdleMs },
      });
      const memoryGate = createGate({ store: storage.store, lock: processLock });
      const versions = await readVersions();
      const parts = {
        config,
        storage,
        graphs,
        rulesOf,
        auth,
        engine,
        memoryGate,
        logger,
        versions,
      };
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
