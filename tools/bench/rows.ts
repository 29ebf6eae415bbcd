import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { deserialize, serialize } from '#server/storage/serializer';
import { inMemory, onDisk } from './conversation.ts';

/** One measured number, and the most it may be. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: 'MB' | 'kB' | 's' | 'ms' | 'x';
  readonly bar?: number;
  readonly note?: string;
}

/** What the disk of this machine takes to make a write safe: times below are to be read beside it. */
export function fsyncTime(): Row {
  const directory = mkdtempSync(join(tmpdir(), 'fsync-'));
  const file = openSync(join(directory, 'file'), 'w');
  const page = Buffer.alloc(4096, 1);
  const times = Array.from({ length: 300 }, () => {
    const start = performance.now();
    writeSync(file, page);
    fsyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  rmSync(directory, { recursive: true });
  const note = `p99 ${quantile(times, 0.99).toFixed(2)} ms`;
  return { what: 'write and fsync of 4 KiB, p50', value: quantile(times, 0.5), unit: 'ms', note };
}

/** Bytes on disk after 100 turns of 1 kB messages. */
export function growth(tool: boolean): Promise<Row> {
  return onDisk({ length: 1000, tool }, async (converse, bytes) => {
    await converse('t').turns(100);
    const what = `database after 100 turns of 1 kB, ${tool ? 'with' : 'without'} a tool call each`;
    return { what, value: bytes() / 1e6, unit: 'MB', bar: 2 };
  });
}

/**
 * One thread at 800 short runs: what it holds, and what its late runs take beside those of a thread
 * at 50, taken turn about so that both meet the same load.
 */
export function longThread(): Promise<Row[]> {
  return onDisk({ length: 40, tool: false }, async (converse, bytes) => {
    const [short, long] = [converse('short'), converse('long')];
    await long.turns(750);
    const size = bytes();
    await short.turns(25);
    const [early, late]: [number[], number[]] = [[], []];
    for (let run = 0; run < 50; run += 1) {
      early.push(await short.turn());
      late.push(await long.turn());
    }
    const [at50, at775] = [quantile(early, 0.5), quantile(late, 0.5)];
    return [
      {
        what: 'database of one thread at 800 short runs',
        value: (size * 800) / 750 / 1e6,
        unit: 'MB',
        bar: 12,
        note: 'measured at 750',
      },
      {
        what: 'run 775 against run 50, p50',
        value: at775 / at50,
        unit: 'x',
        bar: 2,
        note: `${at775.toFixed(1)} ms against ${at50.toFixed(1)} ms`,
      },
    ];
  });
}

/** What durable storage adds to a turn, taken turn about with memory so that both meet the same load. */
export function overhead(): Promise<Row> {
  const shape = { length: 200, tool: false };
  return onDisk(shape, async (converse) => {
    const [conversation, memory] = [converse('t'), inMemory(shape)];
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < 120; turn += 1) {
      theirs.push(await memory.turn());
      ours.push(await conversation.turn());
    }
    const [disk, plain] = [quantile(ours.slice(20), 0.5), quantile(theirs.slice(20), 0.5)];
    const note = `${disk.toFixed(1)} ms against ${plain.toFixed(1)} ms, ${(disk / plain).toFixed(1)}x`;
    return {
      what: 'turn on disk above a turn in memory, p50',
      value: disk - plain,
      unit: 'ms',
      bar: 15,
      note,
    };
  });
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
  return { what: 'reviving 1,600 messages, p50', value: quantile(times, 0.5), unit: 'ms' };
}

function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? NaN;
}
