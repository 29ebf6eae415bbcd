import type { MemoryScope } from '#contract/scope';
import type { AssistantRules, Json } from '#graph/rules';

import type { ServedGraph } from '../assistants/graphs.ts';
import { HttpError } from '../door/http-error.ts';
import { isPlainJson } from '../graph-calls/plain-json.ts';
import type { JsonObject, Storage } from '../storage/storage.ts';

/**
 * Refuses an input that does not fit what its thread holds, before anything is stored. Where a run is
 * under way, what the thread will hold is not known yet: the graph itself then has the last word.
 * Throws HttpError `invalid` with the sentence of the assistant's rules.
 */
export async function refuseTurn(
  storage: Storage,
  rules: AssistantRules,
  graph: ServedGraph,
  run: { readonly owner: MemoryScope; readonly threadId: string; readonly request: JsonObject },
): Promise<void> {
  const { input, checkpoint } = run.request;
  if (!isPlainJson(input)) return;
  const thread = await storage.threads.get(run.owner, run.threadId);
  if (thread?.status === 'busy') return;
  const place = isPlainJson(checkpoint) ? checkpoint : {};
  const readValues = async (): Promise<Json> => {
    const saver = storage.checkpointer(run.owner);
    const seen = Object.create(graph, { checkpointer: { value: saver } }) as ServedGraph;
    const state = await seen.getState({ configurable: { ...place, thread_id: run.threadId } });
    return state.values as Json;
  };
  const problem = await rules.turnProblem(input, readValues);
  if (problem !== undefined) throw new HttpError('invalid', problem);
}
