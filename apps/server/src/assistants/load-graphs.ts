import { auth as ownAuth } from '#graph/auth';
import type { AssistantRules } from '#graph/rules';
import type { Auth } from '@langchain/langgraph-sdk/auth';

import { StartError } from '../config.ts';
import { readAssistantDefaults } from './assistant-defaults.ts';
import type { AssistantDefaults } from './assistants.ts';
import { applyGraphEnvironment } from './graph-environment.ts';
import { madeBy } from './graph-factories.ts';
import type { Graphs, ServedGraph } from './graphs.ts';
import { importModule } from './import-module.ts';
import { readLanggraphJson, type LanggraphJson } from './langgraph-json.ts';
import { readRules, rulesFrom, type RulesOf } from './rules.ts';

export interface LoadedGraphs {
  readonly graphs: Graphs;
  readonly rulesOf: RulesOf;
  /** What the graphs' own assistants give their runs, by graph id. */
  readonly defaults: ReadonlyMap<string, AssistantDefaults>;
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
  const defaults = readAssistantDefaults(process.env['LANGGRAPH_CONFIG']);
  return { graphs, rulesOf: rulesFrom(rules), defaults, auth, putAside };
}

interface LoadedGraph {
  readonly graph: ServedGraph;
  readonly rules: AssistantRules;
}

async function loadEach({ file, graphs }: LanggraphJson): Promise<Map<string, LoadedGraph>> {
  const loaded = new Map<string, LoadedGraph>();
  for (const [id, named] of graphs) {
    const module = await importModule(named, file);
    const graph = await readGraph(await module[named.name], named.spec, file);
    loaded.set(id, { graph, rules: readRules(module['rules'], named.spec) });
  }
  return loaded;
}

/** A graph, once it is there, or what makes one. Throws StartError when it is neither, or makes none of an empty config. */
async function readGraph(exported: unknown, spec: string, file: string): Promise<ServedGraph> {
  if (typeof exported !== 'function') return asServedGraph(exported, spec);
  try {
    return await madeBy(async (config) =>
      asServedGraph(await (Reflect.apply(exported, undefined, [config]) as unknown), spec),
    );
  } catch (error) {
    if (error instanceof StartError) throw error;
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new StartError(`${file} names ${spec}, which makes no graph: ${reason}`, {
      cause: error,
    });
  }
}

async function loadAuth({ file, auth }: LanggraphJson): Promise<Auth> {
  if (auth === undefined) return ownAuth;
  const exported = (await importModule(auth, file))[auth.name];
  if (isAuth(exported)) return exported;
  throw new StartError(`${auth.spec} of ${file} must be an Auth of @langchain/langgraph-sdk.`);
}

/**
 * A compiled graph, one that still is to be compiled, or the one inside an agent that langchain's createAgent made.
 * Throws StartError naming the export.
 */
export function asServedGraph(value: unknown, spec: string): ServedGraph {
  // An agent has a graph's methods too, but they do not work on what is derived from it for a run.
  if (typeof value === 'object' && value !== null && 'graph' in value && isGraph(value.graph))
    return value.graph;
  if (isGraph(value)) return value;
  if (isBuilder(value)) return asServedGraph(value.compile(), spec);
  throw new StartError(`${spec} must be a compiled graph, or a function that makes one.`);
}

/** A graph that nobody has compiled yet. */
function isBuilder(value: unknown): value is { compile(): unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'compile' in value &&
    typeof value.compile === 'function'
  );
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
