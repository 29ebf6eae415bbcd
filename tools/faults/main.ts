/**
 * Breaks real servers in every way that faults.ts lists, at length, and prints a row of a table for
 * each. `--only NAME` tries one; `--seed N` repeats a run's random times. Ends with status 1
 * when a promise was broken.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { FAULTS } from './faults.ts';
import { Lab, type Fault } from './lab.ts';
import { NotPossible } from './small-disk.ts';

/** Longest that one fault may take, in milliseconds. */
const LONGEST_MS = 20 * 60_000;

const { values } = parseArgs({ options: { only: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const chosen = [...FAULTS].filter(([name]) => values.only === undefined || name === values.only);
if (chosen.length === 0) throw new Error(`--only takes one of ${[...FAULTS.keys()].join(', ')}`);

let current: Lab | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void current?.close().finally(() => process.exit(1));
  });

console.log(`Seed ${seed}; Node ${process.version}; ${cpus().length} cores.\n`);
console.log('| fault | done | held | seconds |\n| --- | --- | --- | --- |');
for (const [name, fault] of chosen) console.log(`| ${(await row(name, fault)).join(' | ')} |`);

async function row(name: string, fault: Fault): Promise<string[]> {
  const lab = new Lab(seed);
  current = lab;
  const start = performance.now();
  const overdue = Promise.withResolvers<never>();
  const timer = setTimeout(() => overdue.reject(new Error(`${name} takes too long`)), LONGEST_MS);
  try {
    const finding = await Promise.race([fault(lab, 'long'), overdue.promise]);
    return [finding.fault, finding.done, finding.held, seconds(start)];
  } catch (error) {
    if (error instanceof NotPossible) return [name, 'SKIPPED', error.message, seconds(start)];
    process.exitCode = 1;
    console.error(error);
    return [name, 'BROKEN', String(error).split('\n', 1)[0] ?? '', seconds(start)];
  } finally {
    clearTimeout(timer);
    await lab.close();
  }
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0);
}
