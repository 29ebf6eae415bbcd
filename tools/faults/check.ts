import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Api, Message } from './api.ts';

/** How often a text occurs in another. */
export function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** What the person said, in order. */
export function said(messages: readonly Message[]): string[] {
  return messages.filter(({ type }) => type === 'human').map(({ content }) => String(content));
}

/** Throws unless each thing said has exactly one answer, which comes before the next thing said. */
export function assertAnswered(messages: readonly Message[], where: string): void {
  const turns = messages.flatMap(({ type, tool_calls = [] }) => {
    if (type === 'human') return ['said'];
    return type === 'ai' && tool_calls.length === 0 ? ['answered'] : [];
  });
  const expected = said(messages).flatMap(() => ['said', 'answered']);
  assert.deepEqual(turns, expected, `${where}: not every turn has exactly one answer`);
}

/** Throws unless every run of the thread has ended, and the thread is at rest. */
export async function assertAtRest(api: Api, threadId: string, where: string): Promise<void> {
  for (const { run_id } of await api.runs(threadId)) await api.join(threadId, run_id);
  const open = (await api.runs(threadId)).filter(({ status }) => status !== 'success');
  assert.deepEqual(open, [], `${where}: runs that did not succeed`);
  assert.equal(await api.threadStatus(threadId), 'idle', `${where}: the thread's status`);
}

/** Throws unless the database file is whole; a server may go on using it meanwhile. */
export function assertWhole(dataDir: string, where: string): void {
  const database = new DatabaseSync(join(dataDir, 'throughline.db'), { readOnly: true });
  try {
    const integrity = database.prepare('PRAGMA integrity_check').all();
    assert.deepEqual(
      integrity.map((row) => row['integrity_check']),
      ['ok'],
      `${where}: the integrity check`,
    );
    const loose = database.prepare('PRAGMA foreign_key_check').all();
    assert.deepEqual(loose, [], `${where}: rows that refer to nothing`);
  } finally {
    database.close();
  }
}
