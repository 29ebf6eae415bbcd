import { readFile } from 'node:fs/promises';

import { Hono } from 'hono';
import { z } from 'zod';

import type { ServerInfoView } from '#contract/server-info';

import type { ModelChoice } from './config.ts';
import { readClientBuild } from './http/client-build.ts';
import type { HttpApp, HttpEnv } from './http/http-env.ts';

const manifest = z.object({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()),
});

export interface Versions {
  readonly version: string;
  readonly langgraph: string;
}

/** The server's own version and that of the graph library, from the workspace's package.json. */
export async function readVersions(): Promise<Versions> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const { version, dependencies } = manifest.parse(JSON.parse(text));
  return { version, langgraph: dependencies['@langchain/langgraph'] ?? 'unknown' };
}

/** The two open routes: that the server is up, and what it is. Nothing about anyone. */
export function infoRoutes({
  versions,
  model,
  clientDir,
  instance,
}: {
  readonly versions: Versions;
  readonly model: ModelChoice;
  readonly clientDir: string;
  /** A random name of this process. */
  readonly instance: string;
}): HttpApp {
  const api: HttpApp = new Hono<HttpEnv>();
  api.get('/ok', (c) => c.json({ ok: true }));
  api.get('/info', async (c) =>
    c.json({
      version: versions.version,
      langgraph_js_version: versions.langgraph,
      context: 'js',
      flags: {
        assistants: true,
        crons: false,
        langsmith: false,
        langsmith_tracing_replicas: false,
      },
      ...({
        model,
        instance,
        // Which client is served now: a page of an earlier one says that it wants to be reloaded.
        client_build: await readClientBuild(clientDir),
      } satisfies ServerInfoView),
    }),
  );
  return api;
}
