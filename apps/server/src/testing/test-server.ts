import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { auth } from '#graph/auth';
import { createGate } from '#graph/memory/gate';
import { processLock } from '#graph/memory/lock';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { Client } from '@langchain/langgraph-sdk';
import { pino, type DestinationStream } from 'pino';

import { createApp } from '../app.ts';
import type { AssistantDefaults } from '../assistants/assistants.ts';
import type { Graphs } from '../assistants/graphs.ts';
import { readConfig } from '../config.ts';
import type { HttpApp } from '../http/http-env.ts';
import type { PlaceLimits } from '../concurrency/held-places.ts';
import { listen } from '../listen.ts';
import { createRunEngine } from '../runs/create-run-engine.ts';
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { HeldGraph, testGraphs, testRules } from './test-graphs.ts';

export interface TestServer {
  readonly app: HttpApp;
  readonly storage: Storage;
  readonly held: HeldGraph;
  readonly dataDir: string;
  /** Address of the API. */
  readonly apiUrl: string;
  /** A request of this owner. */
  ask(scope: string, method: string, path: string, body?: unknown): Promise<Response>;
  /** The SDK's client as it is, over HTTP. */
  client(scope: string): Client;
  close(): Promise<void>;
}

export interface TestOptions {
  /** Graphs served beside the usual ones. */
  readonly graphs?: Graphs;
  /** What the system's assistants give their runs, by graph id. */
  readonly defaults?: ReadonlyMap<string, AssistantDefaults>;
  /** Replies about runs that may stay open at once. */
  readonly runStreams?: PlaceLimits;
  /** After how long a connection on which nothing moves is cut, in milliseconds. */
  readonly idleMs?: number;
  /** Where the log goes, line by line; nowhere by default. */
  readonly log?: DestinationStream;
}

/**
 * A server on a real directory and a real port, with the product's own parts; the demo model
 * answers unless another is given.
 */
export async function startTestServer(
  model?: BaseChatModel,
  options: TestOptions = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'server-'));
  const storage = await openSqliteStorage(dataDir);
  const held = new HeldGraph();
  const graphs = new Map([...testGraphs(held, model), ...(options.graphs ?? [])]);
  const logger = options.log ? pino({}, options.log) : pino({ level: 'silent' });
  const engine = createRunEngine({ storage, graphs, rulesOf: testRules, logger });
  const app = createApp({
    config: readConfig({}),
    storage,
    engine,
    graphs,
    rulesOf: testRules,
    auth,
    logger,
    memoryGate: createGate({ store: storage.store, lock: processLock }),
    versions: { version: '1', langgraph: '2' },
    clientDir: dataDir,
    ...(options.defaults && { defaults: options.defaults }),
    heartbeatMs: 50,
    ...(options.runStreams && { runStreams: options.runStreams }),
  });
  await engine.recover();
  const listening = await listen(
    { host: '127.0.0.1', port: 0, ...(options.idleMs && { idleMs: options.idleMs }) },
    Promise.resolve((request, connection) => app.fetch(request, connection)),
  );
  const apiUrl = `${listening.url}/api`;
  return {
    app,
    storage,
    held,
    dataDir,
    apiUrl,
    ask: (scope, method, path, body) =>
      fetch(`${apiUrl}${path}`, {
        method,
        headers: { 'x-api-key': scope, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    client: (scope) => new Client({ apiUrl, apiKey: scope, callerOptions: { maxRetries: 0 } }),
    async close() {
      listening.stopAccepting();
      await engine.drain(0);
      await listening.close();
      await storage.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** A scope that no other test uses. */
export function newScope(): string {
  return randomUUID();
}
