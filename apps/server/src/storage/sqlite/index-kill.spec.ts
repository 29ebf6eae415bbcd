import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { openSqliteStorage } from './sqlite-storage.ts';

const OWNER = 'owner';
const talker = join(import.meta.dirname, 'testing', 'talk-until-killed.ts');

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'index-kill-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Lets a process talk, kills it in the middle, and replies the words whose runs it said were over. */
async function talkAndKill(round: number, turns: number): Promise<string[]> {
  const child = spawn(process.execPath, [talker, directory, OWNER, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const words: string[] = [];
  for await (const line of createInterface(child.stdout))
    if (words.push(line) === turns) child.kill('SIGKILL');
  await exited;
  return words;
}

/** Conversations that the index on disk holds, read past the product. */
function indexed(): number {
  const db = new DatabaseSync(join(directory, 'throughline.db'), { readOnly: true });
  const row = db.prepare('SELECT sum(passages) AS n FROM search_owner').get();
  db.close();
  return Number(row?.['n'] ?? 0);
}

it('holds every acknowledged turn when the process is killed', { timeout: 120_000 }, async () => {
  const words: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    words.push(...(await talkAndKill(round, 3 + round * 4)));
    // Before anyone searches: it was written with the turn's own commit.
    expect(indexed()).toBeGreaterThanOrEqual(words.length);
    const storage = await openSqliteStorage(directory);
    for (const word of words) {
      const query = {
        wordings: [word],
        limit: 5,
        asking: { threadId: '', messageIds: new Set('') },
      };
      const turns = await storage.conversations.recall(OWNER, query);
      expect(turns.map(({ text }) => text)).toEqual([`We spoke of ${word} then.`]);
    }
    await storage.close();
  }
  expect(words.length).toBeGreaterThanOrEqual(21);
});
