import { graphFor, isMade, type GraphConfig } from '../assistants/graph-factories.ts';
import type { Graphs, ServedGraph } from '../assistants/graphs.ts';
import { isPlainJson } from '../graph-runner/plain-json.ts';
import type { Storage, ThreadRow } from '../storage/storage.ts';

/**
 * The graph whose state a thread holds, seen with the storage's saver; undefined before the first
 * run, when nothing says which graph it is. A view, not a copy: the shared graph is never changed.
 * (Handing the saver over in the config instead would hide the states of subgraphs.)
 */
export async function threadGraph(
  thread: ThreadRow,
  graphs: Graphs,
  storage: Pick<Storage, 'assistants' | 'checkpointer'>,
): Promise<ServedGraph | undefined> {
  const graphId = thread.metadata['graph_id'];
  const served = typeof graphId === 'string' ? graphs.get(graphId) : undefined;
  if (served === undefined) return undefined;
  const graph = isMade(served)
    ? await graphFor(served, await configOf(thread, storage.assistants))
    : served;
  return Object.create(graph, {
    checkpointer: { value: storage.checkpointer(thread.owner) },
  }) as ServedGraph;
}

/** What the thread's runs were made with: what its assistant says, and what they left on the thread. */
async function configOf(
  { owner, metadata, config }: ThreadRow,
  assistants: Storage['assistants'],
): Promise<GraphConfig> {
  const id = metadata['assistant_id'];
  const assistant = typeof id === 'string' ? await assistants.get(owner, id) : undefined;
  return { configurable: { ...configurableOf(assistant?.config), ...configurableOf(config) } };
}

function configurableOf(config: ThreadRow['config'] = {}): ThreadRow['config'] {
  const { configurable } = config;
  return isPlainJson(configurable) ? configurable : {};
}
