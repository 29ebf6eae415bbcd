import type { CompiledStateGraph } from '@langchain/langgraph';

/** A compiled graph as langgraph.json names it: without checkpointer and store, whatever its state. */
export type ServedGraph = Pick<
  CompiledStateGraph<unknown, unknown, string>,
  | 'stream'
  | 'streamEvents'
  | 'getState'
  | 'getStateHistory'
  | 'updateState'
  | 'getGraphAsync'
  | 'getSubgraphsAsync'
  | 'interruptBefore'
  | 'interruptAfter'
>;

/** The graphs this server runs, by graph id. */
export type Graphs = ReadonlyMap<string, ServedGraph>;
