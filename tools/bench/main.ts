/**
 * Measures the server, prints one row per number, and ends with status 1 when a bar is missed.
 * `--only NAME` takes one measure; `--data FILE` gives `recall` conversations with questions.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { atOnce } from './at-once.ts';
import { lostByKill, trivialRun } from './beside-official.ts';
import { indexing } from './indexing.ts';
import { fsyncTime } from './machine.ts';
import { printRow } from './print-row.ts';
import { measureRecall } from './recall/recall.ts';
import type { Row } from './row.ts';
import { overhead, revival } from './saver.ts';
import { streaming } from './streaming.ts';
import { tokens } from './tokens.ts';
import { growth, longThread } from './whole-server.ts';

const MEASURES: Readonly<Record<string, () => Row | Row[] | Promise<Row | Row[]>>> = {
  tokens,
  fsync: fsyncTime,
  revival,
  overhead,
  indexing,
  growth: () => growth(false),
  'growth-with-tool': () => growth(true),
  'long-thread': longThread,
  'trivial-run': trivialRun,
  streaming,
  'at-once': () => atOnce('ours', 200),
  'at-once-official': () => atOnce('official', 40),
  recall: measureRecall,
  kill: () => lostByKill('ours'),
  'kill-official': () => lostByKill('official'),
};

const { values } = parseArgs({
  options: { only: { type: 'string' }, data: { type: 'string' } },
});
const chosen = Object.entries(MEASURES).filter(
  ([name]) => values.only === undefined || name === values.only,
);
if (chosen.length === 0) throw new Error(`--only takes one of ${Object.keys(MEASURES).join(', ')}`);

const date = new Date().toISOString().slice(0, 10);
console.log(`${date}; Node ${process.version}; ${availableParallelism()} cores; load ${load()}`);
for (const [, measure] of chosen) for (const row of [await measure()].flat()) printRow(row);
console.log(`load at the end ${load()}`);

/** Load average of the last minute. */
function load(): string {
  return (loadavg()[0] ?? NaN).toFixed(1);
}
