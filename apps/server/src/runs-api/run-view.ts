import type { RunRow } from '../storage/storage.ts';

/** A run in the API's field names. */
export function runView(run: RunRow) {
  return {
    run_id: run.runId,
    thread_id: run.threadId,
    assistant_id: run.assistantId,
    created_at: run.createdAt.toISOString(),
    updated_at: run.updatedAt.toISOString(),
    status: run.status,
    metadata: run.metadata,
    kwargs: run.request,
    multitask_strategy: run.multitaskStrategy,
    ...(run.error !== undefined && { error: run.error }),
  };
}
