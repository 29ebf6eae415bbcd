import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';

import type { Graphs, ServedGraph } from '../assistants/graphs.ts';
import type { ThreadRow } from '../storage/storage.ts';

/**
 * The graph whose state a thread holds, seen with the storage's saver; undefined before the first
 * run, when nothing says which graph it is. A view, not a copy: the shared graph is never changed.
 * (Handing the saver over in the config instead would hide the states of subgraphs.)
 */
export function threadGraph(
  thread: ThreadRow,
  graphs: Graphs,
  saver: BaseCheckpointSaver,
): ServedGraph | undefined {
  const graphId = thread.metadata['graph_id'];
  const graph = typeof graphId === 'string' ? graphs.get(graphId) : undefined;
  if (graph === undefined) return undefined;
  return Object.create(graph, { checkpointer: { value: saver } }) as ServedGraph;
}
