import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Auth } from '@langchain/langgraph-sdk/auth';
import { z } from 'zod';

import { StartError } from '../config.ts';
import type { Graphs, ServedGraph } from './graphs.ts';

const settings = z.object({
  graphs: z.record(z.string(), z.string().includes(':')),
  auth: z.object({ path: z.string().includes(':') }),
});

export interface LoadedGraphs {
  readonly graphs: Graphs;
  readonly auth: Auth;
}

/**
 * Imports what a langgraph.json names as `./file.ts:export`.
 * Throws StartError when the file or an export is not what it should be.
 */
export async function loadGraphs(file: string): Promise<LoadedGraphs> {
  const parsed = settings.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!parsed.success)
    throw new StartError(
      `${file} must name { graphs: { id: "./file.ts:export" }, auth: { path } }.`,
    );
  const base = dirname(file);
  const graphs = new Map<string, ServedGraph>();
  for (const [id, spec] of Object.entries(parsed.data.graphs)) {
    graphs.set(id, asServedGraph(await importExport(base, spec), spec));
  }
  const auth = await importExport(base, parsed.data.auth.path);
  if (!isAuth(auth))
    throw new StartError(`${parsed.data.auth.path} must be an Auth of @langchain/langgraph-sdk.`);
  return { graphs, auth };
}

async function importExport(base: string, spec: string): Promise<unknown> {
  const at = spec.lastIndexOf(':');
  const module = (await import(pathToFileURL(resolve(base, spec.slice(0, at))).href)) as Record<
    string,
    unknown
  >;
  return module[spec.slice(at + 1)];
}

/**
 * A compiled graph, or the one inside an agent that langchain's createAgent made.
 * Throws StartError naming the export.
 */
export function asServedGraph(value: unknown, spec: string): ServedGraph {
  // An agent has a graph's methods too, but they do not work on what is derived from it for a run.
  if (typeof value === 'object' && value !== null && 'graph' in value && isGraph(value.graph))
    return value.graph;
  if (isGraph(value)) return value;
  throw new StartError(`${spec} must be a compiled graph.`);
}

function isGraph(value: unknown): value is ServedGraph {
  return (
    typeof value === 'object' &&
    value !== null &&
    'getStateHistory' in value &&
    'updateState' in value &&
    'stream' in value
  );
}

function isAuth(value: unknown): value is Auth {
  return value instanceof Auth;
}
