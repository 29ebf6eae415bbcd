import { randomUUID } from 'node:crypto';

import type { MemoryGate } from '#graph/memory/gate';
import { createProcessLock } from '#graph/memory/lock';
import { processNotifier } from '#graph/memory/notifier';
import type { Auth } from '@langchain/langgraph-sdk/auth';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';

import type { AppParts } from './app-parts.ts';
import { assistantsRoutes } from './assistants/assistants-routes.ts';
import { Assistants, type AssistantDefaults } from './assistants/assistants.ts';
import { describeRoutes } from './assistants/describe-routes.ts';
import type { Graphs } from './assistants/graphs.ts';
import { KnownAssistants } from './assistants/known-assistants.ts';
import { ownAssistantsRoutes } from './assistants/own-assistants-routes.ts';
import { defaultRules, type RulesOf } from './assistants/rules.ts';
import type { Config } from './config.ts';
import { conversationsRoutes } from './conversations/conversations-routes.ts';
import { documentsRoutes } from './documents/documents-routes.ts';
import { accessLog } from './http/access-log.ts';
import { createAuthorizer } from './auth/authorizer.ts';
import { clientFiles } from './http/client-files.ts';
import type { HttpApp, HttpEnv } from './http/http-env.ts';
import { replyError, replyUnknownRoute } from './http/error-reply.ts';
import { HeldPlaces, type PlaceLimits } from './concurrency/held-places.ts';
import { hostCheck } from './http/host-check.ts';
import { identity } from './auth/identity.ts';
import { securityHeaders } from './http/security-headers.ts';
import { RUN_STREAMS } from './concurrency/stream-places.ts';
import { infoRoutes, type Versions } from './info-routes.ts';
import { memoryHistoryRoutes } from './memory/memory-history-routes.ts';
import { memoryRoutes } from './memory/memory-routes.ts';
import { memoryTransferRoutes } from './memory/memory-transfer-routes.ts';
import { runsRoutes } from './runs/http/runs-routes.ts';
import { statelessRunsRoutes } from './runs/http/stateless-runs-routes.ts';
import type { RunEngine } from './runs/run-engine.ts';
import type { Storage } from './storage/storage.ts';
import { gateMemoryWriter } from './store/gate-memory-writer.ts';
import { storeRoutes } from './store/store-routes.ts';
import { ownedThread } from './threads/owned-thread.ts';
import { pruneRoutes } from './threads/prune-routes.ts';
import { stateRoutes } from './threads/state-routes.ts';
import { ThreadView } from './threads/thread-view.ts';
import { threadsRoutes } from './threads/threads-routes.ts';
import { workRoutes } from './work/work-routes.ts';

/** What the app is built on; every part is made by its own module and handed in. */
export interface AppDeps {
  readonly config: Pick<Config, 'corsOrigins' | 'allowedHosts' | 'model'>;
  readonly storage: Storage;
  readonly engine: RunEngine;
  readonly graphs: Graphs;
  /** What is particular to each graph; by default nothing is. */
  readonly rulesOf?: RulesOf;
  /** What the system's assistants give their runs, by graph id; nothing by default. */
  readonly defaults?: ReadonlyMap<string, AssistantDefaults>;
  readonly auth: Auth;
  readonly memoryGate: MemoryGate;
  readonly logger: Logger;
  readonly versions: Versions;
  /** What this process calls itself to those that look for it; a random name by default. */
  readonly instance?: string;
  /** Directory of the built client. */
  readonly clientDir: string;
  readonly startedAt?: Date;
  /** Replies about runs that may stay open at once. */
  readonly runStreams?: PlaceLimits;
  /** Silence after which streams and waits show a sign of life, in milliseconds; 5,000. */
  readonly heartbeatMs?: number;
}

/** Headers that clients on other origins may read. */
const EXPOSED = [
  'Content-Location',
  'Location',
  'X-Pagination-Total',
  'X-Pagination-Next',
  'X-Request-Id',
];

/** The whole HTTP surface: the API under /api, the client everywhere else. */
export function createApp(deps: AppDeps): HttpApp {
  const app = new Hono<HttpEnv>();
  app.onError(replyError);
  app.notFound(replyUnknownRoute);
  app.use(accessLog(deps.logger));
  app.use(securityHeaders);
  app.use(hostCheck(deps.config.allowedHosts));
  app.route('/api', createApi(deps));
  app.get('*', clientFiles(deps.clientDir));
  return app;
}

/** Replies to an owner are not cached on the way. One that sets its own header keeps it. */
const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
};

function createApi(deps: AppDeps): HttpApp {
  const { storage, graphs, config, rulesOf = defaultRules } = deps;
  const authorizer = createAuthorizer(deps.auth);
  const parts: AppParts = {
    storage,
    graphs,
    rulesOf,
    authorizer,
    engine: deps.engine,
    assistants: new KnownAssistants(
      new Assistants(graphs, rulesOf, deps.startedAt ?? new Date(), deps.defaults),
      storage.assistants,
    ),
    memoryGate: deps.memoryGate,
    memoryWriter: gateMemoryWriter(deps.memoryGate),
    // The gates of this process all tell this one.
    memoryNotifier: processNotifier,
    ownThread: ownedThread(storage, authorizer),
    threadView: new ThreadView(storage, graphs),
    turns: createProcessLock(),
    runStreams: new HeldPlaces(deps.runStreams ?? RUN_STREAMS),
    heartbeatMs: deps.heartbeatMs ?? 5000,
  };
  const api = new Hono<HttpEnv>();
  if (config.corsOrigins.length > 0)
    api.use(cors({ origin: [...config.corsOrigins], exposeHeaders: EXPOSED, maxAge: 600 }));
  api.use(compress());
  api.use(noStore);
  api.use(identity(authorizer));
  api.route(
    '/',
    infoRoutes({ ...deps, model: config.model, instance: deps.instance ?? randomUUID() }),
  );
  api.route('/assistants', assistantsRoutes(parts));
  api.route('/assistants', ownAssistantsRoutes(parts));
  api.route('/assistants', describeRoutes(parts));
  api.route('/conversations', conversationsRoutes(parts));
  api.route('/threads', threadsRoutes(parts));
  api.route('/threads', pruneRoutes(parts));
  api.route('/threads', stateRoutes(parts));
  api.route('/threads', runsRoutes(parts));
  api.route('/runs', statelessRunsRoutes(parts));
  api.route('/store', storeRoutes(parts));
  api.route('/documents', documentsRoutes(parts));
  for (const graphId of graphs.keys())
    for (const routine of rulesOf(graphId).works)
      api.route(`/${routine.kind.name}`, workRoutes(parts, { graphId, routine }));
  api.route('/memory', memoryRoutes(parts));
  api.route('/memory', memoryHistoryRoutes(parts));
  api.route('/memory', memoryTransferRoutes(parts));
  return api;
}
