import type { Json } from '#graph/rules';

import type { AppParts } from '../../app-parts.ts';
import { HttpError } from '../../http/http-error.ts';
import { isPlainJson } from '../../graph-runner/plain-json.ts';
import type { NewRun, ThreadRow } from '../../storage/storage.ts';
import { threadGraph } from '../../threads/thread-graph.ts';

/**
 * Refuses an input that does not fit what its thread holds, before anything is stored. Where a run is
 * under way, what the thread will hold is not known yet: the graph itself then has the last word.
 * Throws HttpError `invalid` with the sentence of the assistant's rules.
 */
export async function refuseTurn(
  { assistants, graphs, rulesOf, storage }: AppParts,
  { assistantId, owner, request, threadId }: NewRun,
  thread: ThreadRow | undefined,
): Promise<void> {
  const { input, checkpoint } = request;
  const graphId = (await assistants.find(owner, assistantId))?.graph_id;
  if (!isPlainJson(input) || graphId === undefined || thread?.status === 'busy') return;
  const place = isPlainJson(checkpoint) ? checkpoint : {};
  const readValues = async (): Promise<Json> => {
    const graph = thread && (await threadGraph(thread, graphs, storage));
    const state = await graph?.getState({ configurable: { ...place, thread_id: threadId } });
    return (state?.values ?? {}) as Json;
  };
  const problem = await rulesOf(graphId).turnProblem(input, readValues);
  if (problem !== undefined) throw new HttpError('invalid', problem);
}
