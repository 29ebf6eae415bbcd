import { MESSAGE_ID_KEY } from '#contract/branches';

import { bodyAs, type ScopedRequests } from './scoped-requests';
import type { CheckpointLink } from './transport';

/** Checkpoints read at a time. */
const PAGE = 100;

/**
 * Reads where a thread's checkpoints stand, newest first, at most `limit` of them. Only the fields
 * that say so are asked for; a server that does not know the choice answers with all of them.
 * Rejects with a TransportError.
 */
export async function readHistoryLinks(
  requests: ScopedRequests,
  threadPath: string,
  limit = Infinity,
): Promise<CheckpointLink[]> {
  const links: CheckpointLink[] = [];
  for (;;) {
    const size = Math.min(PAGE, limit - links.length);
    const select = ['checkpoint', 'parent_checkpoint', 'metadata'];
    const before = links.at(-1)?.checkpointId;
    const body = JSON.stringify({ limit: size, select, ...(before !== undefined && { before }) });
    const reply = await requests.read(`${threadPath}/history`, { method: 'POST', body });
    const page = (await bodyAs(reply, isList)).map(readLink).filter((link) => link !== undefined);
    links.push(...page);
    if (page.length < size || links.length >= limit) return links;
  }
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function readLink(entry: unknown): CheckpointLink | undefined {
  const checkpointId = text(field(field(entry, 'checkpoint'), 'checkpoint_id'));
  if (checkpointId === undefined) return undefined;
  return {
    checkpointId,
    parentId: text(field(field(entry, 'parent_checkpoint'), 'checkpoint_id')),
    messageId: text(field(field(entry, 'metadata'), MESSAGE_ID_KEY)),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
