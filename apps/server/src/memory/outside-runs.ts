import type { AuthorKind, MemoryAuthor } from '#contract/revision';

/** A hand outside of any run: no thread, run or message stands behind it. */
export function outsideRuns(kind: Extract<AuthorKind, 'person' | 'import' | 'undo'>): MemoryAuthor {
  return { kind, thread_id: null, run_id: null, message_id: null, tool_call_id: null };
}
