import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { type BaseCheckpointSaver, MemorySaver } from '@langchain/langgraph-checkpoint';

import { deserialize, serialize } from '#server/storage/serializer';
import { openDatabase } from '#server/storage/sqlite/database';
import { SqliteSaver } from '#server/storage/sqlite/saver';

import { deep } from './graphs.ts';
import { median, type Row } from './row.ts';
import { sentence } from './scripted-model.ts';

/**
 * What durable checkpoints add to a turn, by the saver alone, without a server: taken turn about
 * with checkpoints in memory, so that both meet the same load.
 */
export async function overhead(): Promise<Row> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const database = openDatabase(directory);
  try {
    const [disk, memory] = [new SqliteSaver(database, 'owner'), new MemorySaver()];
    const [onDisk, inMemory]: [number[], number[]] = [[], []];
    for (let number = 0; number < 120; number += 1) {
      inMemory.push(await turn(memory, number));
      onDisk.push(await turn(disk, number));
      await disk.pruneRun(THREAD, runId(number));
    }
    const [slow, fast] = [median(onDisk.slice(20)), median(inMemory.slice(20))];
    return {
      what: 'a turn, checkpoints on disk above in memory, p50',
      value: slow - fast,
      unit: 'ms',
      bar: 15,
      note: `${slow.toFixed(1)} ms against ${fast.toFixed(1)} ms; fastest ${Math.min(...onDisk).toFixed(1)} against ${Math.min(...inMemory).toFixed(1)}`,
    };
  } finally {
    await database.close();
    rmSync(directory, { recursive: true });
  }
}

const THREAD = 't';

/** Takes one turn; how long it took, in milliseconds. */
async function turn(saver: BaseCheckpointSaver, number: number): Promise<number> {
  const message = new HumanMessage(sentence(`question ${number} `, 200));
  const start = performance.now();
  await deep.invoke(
    { messages: [message] },
    {
      configurable: { thread_id: THREAD, __pregel_checkpointer: saver },
      metadata: { run_id: runId(number) },
      durability: 'sync',
    },
  );
  return performance.now() - start;
}

function runId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Reading the messages of a long thread. */
export function revival(): Row {
  const stored = serialize(
    Array.from({ length: 1600 }, (_, n) =>
      n % 2 === 0 ? new HumanMessage(`question ${n}`) : new AIMessage(`answer ${n}`),
    ),
  );
  const times = Array.from({ length: 30 }, () => {
    const start = performance.now();
    deserialize(stored);
    return performance.now() - start;
  });
  return { what: 'reviving 1,600 messages, p50', value: median(times), unit: 'ms' };
}
