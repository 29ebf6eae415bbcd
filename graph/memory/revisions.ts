import type { BaseStore } from '@langchain/langgraph-checkpoint';

import {
  AUTHOR_KINDS,
  isLineCounts,
  type MemoryAuthor,
  type MemoryRevision,
} from '#contract/revision';
import { isScope, type MemoryScope } from '#contract/scope';

import { HEAD_KEY, revisionKey, revisionNamespace } from './namespace.ts';

/**
 * Retention: the newest revisions that are kept per owner. The write that makes one more removes the
 * oldest, row and receipt both. At the greatest file size this bounds an owner to 13 MB of history.
 */
export const KEPT_REVISIONS = 200;

/** One revision, or undefined when it is not (or no longer) kept. */
export async function readRevision(
  store: BaseStore,
  scope: MemoryScope,
  number: number,
): Promise<MemoryRevision | undefined> {
  const item = await store.get(revisionNamespace(scope), revisionKey(number));
  return item ? parseRevision(item.value) : undefined;
}

/** The newest kept revisions, newest first; `before` leaves out that number and every newer one. */
export async function listRevisions(
  store: BaseStore,
  scope: MemoryScope,
  { limit, before }: { limit: number; before?: number },
): Promise<MemoryRevision[]> {
  const head = await store.get(revisionNamespace(scope), HEAD_KEY);
  const newest = typeof head?.value['revision'] === 'number' ? head.value['revision'] : 0;
  const from = Math.min(newest, before === undefined ? newest : before - 1);
  const oldest = Math.max(1, from - limit + 1, newest - KEPT_REVISIONS + 1);
  const numbers = Array.from(
    { length: Math.max(0, from - oldest + 1) },
    (_, index) => from - index,
  );
  const rows = await Promise.all(numbers.map((number) => readRevision(store, scope, number)));
  return rows.filter((row) => row !== undefined);
}

/** The text with this SHA-256, if a kept revision holds it. */
export async function findTextByHash(
  store: BaseStore,
  scope: MemoryScope,
  hash: string,
): Promise<string | undefined> {
  const kept = await listRevisions(store, scope, { limit: KEPT_REVISIONS });
  return kept.find((revision) => revision.sha256 === hash)?.text ?? undefined;
}

/** A revision as stored, checked; throws when a row was damaged by other means. */
export function parseRevision(value: Record<string, unknown>): MemoryRevision {
  const { number, written_at, owner, author, text, bytes, sha256, lines } = value;
  if (
    typeof number !== 'number' ||
    typeof written_at !== 'string' ||
    !isScope(owner) ||
    !isAuthor(author) ||
    !isTextOrNull(text) ||
    typeof bytes !== 'number' ||
    !isTextOrNull(sha256) ||
    !(lines === undefined || isLineCounts(lines))
  )
    throw new Error('A stored memory revision is damaged.');
  const row = { number, written_at, owner, author, text, bytes, sha256 };
  return lines === undefined ? row : { ...row, lines };
}

function isAuthor(value: unknown): value is MemoryAuthor {
  if (typeof value !== 'object' || value === null) return false;
  const author = value as Record<keyof MemoryAuthor, unknown>;
  return (
    AUTHOR_KINDS.some((kind) => kind === author.kind) &&
    isTextOrNull(author.thread_id) &&
    isTextOrNull(author.run_id) &&
    isTextOrNull(author.message_id) &&
    isTextOrNull(author.turn_message_id ?? null) &&
    isTextOrNull(author.tool_call_id)
  );
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
