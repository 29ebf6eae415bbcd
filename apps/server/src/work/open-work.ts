import type { AppParts } from '../app-parts.ts';
import type { RunRow } from '../storage/storage.ts';

/** The record that a run goes on with, in the run's metadata: an id, which quotes nothing. */
export const RECORD_KEY = 'record_id';

type Parts = Pick<AppParts, 'storage' | 'engine' | 'rulesOf'>;

/** Open runs of an owner that go on with records: with this one, or with any. */
export async function openWork(
  { storage, rulesOf }: Pick<Parts, 'storage' | 'rulesOf'>,
  owner: string,
  record?: { readonly graphId: string; readonly id: string },
): Promise<RunRow[]> {
  const open = await storage.runs.open(owner);
  return open.filter(({ metadata, request }) => {
    const graphId = request['graph_id'];
    if (typeof graphId !== 'string' || rulesOf(graphId).works.length === 0) return false;
    return (
      record === undefined || (graphId === record.graphId && metadata[RECORD_KEY] === record.id)
    );
  });
}

/** Stops those runs, and waits until nothing more is written by them. */
export async function stopWork(
  parts: Parts,
  owner: string,
  record?: { readonly graphId: string; readonly id: string },
): Promise<void> {
  for (const { threadId } of await openWork(parts, owner, record))
    await parts.engine.deleteThread(owner, threadId);
}
