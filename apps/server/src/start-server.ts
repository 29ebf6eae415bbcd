import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Logger } from 'pino';

import { createGate } from '#graph/memory/gate';
import { processLock } from '#graph/memory/lock';

import { publishAddress } from './address-file.ts';
import { createApp } from './app.ts';
import { loadGraphs } from './assistants/load-graphs.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { provideGraphLogger } from './graph-logger.ts';
import { readVersions } from './info-routes.ts';
import { listen, type Answer } from './listen.ts';
import { logDamage } from './log-damage.ts';
import { sweepRegularly } from './regular-sweep.ts';
import { createRunEngine } from './runs/create-run-engine.ts';
import { openStorage } from './open-storage.ts';
import { readStalls, type Stall } from './watchdog/stall-record.ts';
import { stalledRuns } from './watchdog/stalled-runs.ts';
import { startWatchdog, type Watchdog } from './watchdog/watchdog.ts';

const GRAPHS = fileURLToPath(new URL('../../../graph/langgraph.json', import.meta.url));
const CLIENT = fileURLToPath(new URL('../../../dist/chat/browser', import.meta.url));

/** How long a shutdown may take before a blocked process is ended, in milliseconds. */
const BLOCKED_GRACE_MS = 15_000;
/** Where the watchdog records what blocked the event loop, in the data directory. */
const STALLS_FILE = 'stalls.json';

export interface RunningServer {
  readonly url: string;
  /** Sets what is done on these signals; they end the process while nothing can be done. */
  onSignals: Watchdog['onSignals'];
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
  /** Directory of work records as JSON files; by default they are in the database. */
  readonly recordsDir?: string;
  /** The built client's directory; the product's own by default. */
  readonly clientDir?: string;
  /** How long a shutdown may take before a blocked process is ended, in milliseconds; 15,000. */
  readonly graceMs?: number;
}

/**
 * Opens storage, loads the graphs, takes up what an earlier process left, and answers.
 * Throws StartError and StorageError with a sentence for the person at the terminal.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, logger, graphFiles = [], alone = false, clientDir = CLIENT } = options;
  const { graceMs = BLOCKED_GRACE_MS } = options;
  const answer = Promise.withResolvers<Answer>();
  // Requests that wait for it see the failure; without any, starting still tells it.
  answer.promise.catch(() => undefined);
  const listening = await listen(config, answer.promise);
  try {
    const storage = await openStorage(config, options.recordsDir);
    let watchdog: Watchdog | undefined;
    try {
      logDamage(storage.damage, logger);
      provideGraphLogger(logger);
      const loaded = await loadGraphs(alone ? graphFiles : [GRAPHS, ...graphFiles]);
      const { graphs, rulesOf, defaults, auth, putAside } = loaded;
      if (putAside.length > 0)
        logger.warn({ putAside }, 'an env file names settings of the server; they were put aside');
      const file = join(config.dataDir, STALLS_FILE);
      const stalled = stalledRuns(readStalls(file));
      const engine = createRunEngine({
        storage,
        graphs,
        rulesOf,
        logger,
        stalled,
        limits: { idleMs: config.runIdleMs },
      });
      const memoryGate = createGate({ store: storage.store, lock: processLock });
      const versions = await readVersions();
      const parts = {
        config,
        storage,
        graphs,
        rulesOf,
        defaults,
        auth,
        engine,
        memoryGate,
        logger,
        versions,
      };
      const instance = randomUUID();
      const app = createApp({ ...parts, clientDir, instance });
      const onStall = (stall: Stall) => logger.warn({ stall }, 'the event loop was blocked');
      watchdog = startWatchdog({ file, graceMs, onStall });
      const { onSignals, stopping } = watchdog;
      await engine.recover();
      const stopSweep = sweepRegularly({ storage, engine, logger, clock: systemClock });
      answer.resolve((request, connection) => app.fetch(request, connection));
      const own = { url: listening.url, instance };
      const withdrawAddress = await publishAddress(config.dataDir, own, logger);
      return {
        url: listening.url,
        onSignals,
        async stop(graceMs) {
          stopping();
          await withdrawAddress();
          listening.stopAccepting();
          await stopSweep();
          await engine.drain(graceMs);
          await listening.close();
          await watchdog?.close();
          await storage.close();
        },
      };
    } catch (error) {
      await watchdog?.close();
      await storage.close();
      throw error;
    }
  } catch (error) {
    answer.reject(error);
    await listening.close();
    throw error;
  }
}
