import type { CancelAction, RunRow } from '../storage/storage.ts';

/**
 * Of open runs, oldest first, those that a later run of the same thread was to replace when the
 * process died, and how.
 */
export function replacedRuns(open: readonly RunRow[]): Map<string, CancelAction> {
  const replaced = new Map<string, CancelAction>();
  for (const [at, { owner, threadId, multitaskStrategy }] of open.entries()) {
    if (multitaskStrategy !== 'interrupt' && multitaskStrategy !== 'rollback') continue;
    for (const earlier of open.slice(0, at))
      if (earlier.owner === owner && earlier.threadId === threadId && !replaced.has(earlier.runId))
        replaced.set(earlier.runId, multitaskStrategy);
  }
  return replaced;
}
