import { readAssistant, type AssistantSummary } from '#contract/assistant';

import { bodyAs, type ScopedRequests } from './scoped-requests';

/** More graphs than one server serves. */
const LIMIT = 100;

/**
 * Reads the assistants of an Agent Server: the one that it made itself for each of its graphs. By a
 * plain request, so that choosing one waits for no client library. Rejects with a TransportError.
 */
export async function readAssistants(
  requests: ScopedRequests,
): Promise<readonly AssistantSummary[]> {
  const body = JSON.stringify({ metadata: { created_by: 'system' }, limit: LIMIT });
  const response = await requests.read('/assistants/search', { method: 'POST', body });
  const listed = await bodyAs(response, isList);
  return listed.flatMap((each) => readAssistant(each) ?? []);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
