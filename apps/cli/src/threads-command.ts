import type { Client } from '@langchain/langgraph-sdk';

import { CONVERT_GRAPH_ID, readConversion } from '#contract/conversion';

import { NAME_KEY } from './names.ts';

/** One conversion of this identity. */
export interface ListedThread {
  readonly name: string;
  readonly id: string;
  readonly turns: number;
  readonly lastUse: string;
  readonly status: string;
}

const PAGE = 100;

/** All conversions of this identity, the last used first. */
export async function listThreads(client: Client): Promise<ListedThread[]> {
  const listed: ListedThread[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const found = await client.threads.search({
      metadata: { graph_id: CONVERT_GRAPH_ID },
      sortBy: 'updated_at',
      sortOrder: 'desc',
      limit: PAGE,
      offset,
    });
    for (const { thread_id: id, metadata, updated_at: lastUse, values, status } of found) {
      const report = readConversion(values)?.report;
      const name: unknown = metadata?.[NAME_KEY];
      listed.push({
        name: typeof name === 'string' ? name : id,
        id,
        turns: report?.turn ?? 0,
        lastUse,
        status: status === 'busy' ? 'converting' : (report?.status ?? 'not converted'),
      });
    }
    if (found.length < PAGE) return listed;
  }
}

/** The list as lines of a table. */
export function inLines(threads: readonly ListedThread[]): string {
  if (threads.length === 0) return 'You have no conversions yet.\n';
  const rows = [
    ['NAME', 'TURNS', 'LAST USE', 'STATUS'],
    ...threads.map(({ name, turns, lastUse, status }) => [name, String(turns), lastUse, status]),
  ];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
    .join('');
}
