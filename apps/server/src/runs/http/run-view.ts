import type { RunRow } from '../../storage/storage.ts';

/** A run in the API's field names. */
export function runView(run: RunRow) {
  return {
    run_id: run.runId,
    thread_id: run.threadId,
    assistant_id: run.assistantId,
    created_at: run.createdAt.toISOString(),
    updated_at: run.updatedAt.toISOString(),
    status: run.status,
    metadata: withoutScope(run.metadata, run.owner),
    kwargs: withoutScope(run.request, run.owner),
    multitask_strategy: run.multitaskStrategy,
    ...(run.error !== undefined && { error: run.error }),
  };
}

/** The same without the owner's scope, which is a key: only what must name it repeats it. */
function withoutScope(value: unknown, owner: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutScope(item, owner));
  const kept = Object.entries(value).filter(([, item]) => item !== owner);
  return Object.fromEntries(
    kept.map(([key, item]: [string, unknown]) => [key, withoutScope(item, owner)]),
  );
}
