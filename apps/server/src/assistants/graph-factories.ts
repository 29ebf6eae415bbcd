import type { ServedGraph } from './graphs.ts';

/** The call for which a graph is made. */
export interface GraphConfig {
  readonly configurable: Readonly<Record<string, unknown>>;
}

/** Makes the graph that a config asks for: what a langgraph.json may name instead of a graph. */
export type GraphFactory = (config: GraphConfig) => Promise<ServedGraph>;

/** The factories of graphs that were made by one. */
const factories = new WeakMap<ServedGraph, GraphFactory>();

/** The graph that a factory makes of an empty config. It stands for all that the factory makes. */
export async function madeBy(factory: GraphFactory): Promise<ServedGraph> {
  const graph = await factory({ configurable: {} });
  factories.set(graph, factory);
  return graph;
}

/** Whether another config may make another graph. */
export function isMade(graph: ServedGraph): boolean {
  return factories.has(graph);
}

/** The graph for a config: made for it by a factory, else always the same. Throws what the factory throws. */
export async function graphFor(graph: ServedGraph, config: GraphConfig): Promise<ServedGraph> {
  return factories.get(graph)?.(config) ?? graph;
}
