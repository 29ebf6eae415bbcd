import { auth as ownAuth } from '#graph/auth';
import type { AssistantRules } from '#graph/rules';
import type { Auth } from '@langchain/langgraph-sdk/auth';

import { StartError } from '../config.ts';
import { applyGraphEnvironment } from './graph-environment.ts';
import type { Graphs, ServedGraph } from './graphs.ts';
import { importModule } from './import-module.ts';
import { readLanggraphJson, type LanggraphJson } from './langgraph-json.ts';
import { readRules, rulesFrom, type RulesOf } from './rules.ts';

export interface LoadedGraphs {
  readonly graphs: Graphs;
  readonly rulesOf: RulesOf;
  readonly auth: Auth;
  /** Variables that an env file sets for the server rather than for its graphs; they were put aside. */
  readonly putAside: readonly string[];
}

/**
 * Imports what langgraph.json files name, the first file first. A file without auth is served under
 * this product's own. Throws StartError with a sentence on what cannot be served, and why.
 */
export async function loadGraphs(paths: readonly string[]): Promise<LoadedGraphs> {
  const graphs = new Map<string, ServedGraph>();
  const rules = new Map<string, AssistantRules>();
  const auths = new Map<Auth, string>();
  const putAside: string[] = [];
  for (const path of paths) {
    const named = await readLanggraphJson(path);
    putAside.push(...(await applyGraphEnvironment(named, process.env)));
    for (const [id, { graph, rules: own }] of await loadEach(named)) {
      if (graphs.has(id)) throw new StartError(`${path} names the graph "${id}", which is taken.`);
      graphs.set(id, graph);
      rules.set(id, own);
    }
    auths.set(await loadAuth(named), path);
  }
  const [auth = ownAuth, ...others] = auths.keys();
  if (others.length > 0)
    throw new StartError(
      `${[...auths.values()].join(' and ')} each have an auth of their own, and a server has one. Leave it out of one file, or serve that file with --alone.`,
    );
  return { graphs, rulesOf: rulesFrom(rules), auth, putAside };
}

interface LoadedGraph {
  readonly graph: ServedGraph;
  readonly rules: AssistantRules;
}

async function loadEach({ file, graphs }: LanggraphJson): Promise<Map<string, LoadedGraph>> {
  const loaded = new Map<string, LoadedGraph>();
  for (const [id, named] of graphs) {
    const module = await importModule(named, file);
    const graph = asServedGraph(module[named.name], named.spec);
    loaded.set(id, { graph, rules: readRules(module['rules'], named.spec) });
  }
  return loaded;
}

async function loadAuth({ file, auth }: LanggraphJson): Promise<Auth> {
  if (auth === undefined) return ownAuth;
  const exported = (await importModule(auth, file))[auth.name];
  if (isAuth(exported)) return exported;
  throw new StartError(`${auth.spec} of ${file} must be an Auth of @langchain/langgraph-sdk.`);
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

/** By what it holds: a project's own copy of the SDK has a class of its own. */
function isAuth(value: unknown): value is Auth {
  return typeof value === 'object' && value !== null && '~handlerCache' in value;
}
