import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { HumanMessage } from '@langchain/core/messages';

import { ConversationIndex } from '#server/storage/sqlite/conversation-index';
import { openDatabase } from '#server/storage/sqlite/database';
import { SqliteSaver } from '#server/storage/sqlite/saver';
import { SqliteThreads } from '#server/storage/sqlite/thread-table';

import { deep } from './graphs.ts';
import { median, type Row } from './row.ts';
import { sentence } from './scripted-model.ts';

const OWNER = 'owner';
const THREAD = 't';
const TURNS = 120;
/** Turns after which code is compiled and caches are filled. */
const WARM_UP = 20;

/**
 * What putting a turn into the search index takes of the turn: question and answer have 1 kB each, and
 * the model takes no time. Both are taken turn about; the write goes with a commit that is made anyway.
 */
export async function indexing(): Promise<Row> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const db = openDatabase(directory);
  try {
    const index = new ConversationIndex(db);
    const key = { owner: OWNER, thread: THREAD };
    await new SqliteThreads(db, () => undefined).create(
      { owner: OWNER, threadId: THREAD, metadata: {} },
      'raise',
    );
    const saver = new SqliteSaver(db, OWNER);
    const [turns, writes]: [number[], number[]] = [[], []];
    for (let number = 0; number < TURNS; number += 1) {
      const start = performance.now();
      await turn(saver, number);
      turns.push(performance.now() - start);
      writes.push(
        await write(db, () => {
          index.read(key);
          index.sync(key, Date.now());
        }),
      );
    }
    const [whole, part] = [median(turns.slice(WARM_UP)), median(writes.slice(WARM_UP))];
    return {
      what: 'putting a turn into the search index, of what the turn takes, p50',
      value: (100 * part) / whole,
      unit: '%',
      bar: 10,
      note: `${part.toFixed(2)} ms of ${whole.toFixed(1)} ms`,
    };
  } finally {
    await db.close();
    rmSync(directory, { recursive: true });
  }
}

async function turn(saver: SqliteSaver, number: number): Promise<void> {
  const run_id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  await deep.invoke(
    { messages: [new HumanMessage(sentence(`question ${number} `, 1000))] },
    {
      configurable: { thread_id: THREAD, __pregel_checkpointer: saver },
      metadata: { run_id },
      durability: 'sync',
    },
  );
  await saver.pruneRun(THREAD, run_id);
}

/** How long some work takes within a commit, the commit itself left out. */
async function write(db: ReturnType<typeof openDatabase>, work: () => void): Promise<number> {
  let took = 0;
  await db.write(() => {
    const start = performance.now();
    work();
    took = performance.now() - start;
  });
  return took;
}
