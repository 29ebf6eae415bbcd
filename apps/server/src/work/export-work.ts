import type { WorkArchive } from '#contract/memory-api';

import type { AppParts } from '../app-parts.ts';

/** An owner's documents and records, as far as they read. */
export async function exportWork(
  { storage, graphs, rulesOf }: Pick<AppParts, 'storage' | 'graphs' | 'rulesOf'>,
  owner: string,
): Promise<WorkArchive> {
  const records: Record<string, readonly object[]> = {};
  for (const graphId of graphs.keys())
    for (const { kind } of rulesOf(graphId).works)
      records[kind.name] = await storage.records.of(kind, owner).list();
  return { documents: await storage.documents.readAll(owner), records };
}
