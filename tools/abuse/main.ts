/**
 * Attacks a served product in every way that attacks.ts lists, at length, and prints a table of what
 * was tried. `--only NAME` tries one; `--seed N` repeats a run. Ends by itself, with status 1 when
 * something was found.
 */
import { parseArgs } from 'node:util';

import { Lab } from '../faults/lab.ts';
import { ATTACKS } from './attacks.ts';
import { Target } from './target.ts';

/** Longest that all of it may take, in milliseconds. */
const LONGEST_MS = 45 * 60_000;

const { values } = parseArgs({ options: { only: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const chosen = [...ATTACKS].filter(([name]) => values.only === undefined || name === values.only);
if (chosen.length === 0) throw new Error(`--only takes one of ${[...ATTACKS.keys()].join(', ')}`);

const lab = new Lab(seed);
const overdue = setTimeout(() => {
  console.error('This takes too long; it is ended.');
  void lab.close().finally(() => process.exit(1));
}, LONGEST_MS);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void lab.close().finally(() => process.exit(1));
  });

const rows: string[][] = [];
const findings: string[] = [];
try {
  for (const [name, attack] of chosen) {
    const target = await Target.serve(lab);
    const report = await attack(target, lab, 'long');
    await target.server.stop();
    rows.push([name, report.tried, String(target.requests), String(report.findings.length)]);
    findings.push(...report.findings.map((finding) => `${name}: ${finding}`));
  }
} finally {
  clearTimeout(overdue);
  await lab.close();
}
console.log(`Seed ${seed}; Node ${process.version}.\n`);
console.log('| attack | tried | requests | findings |\n| --- | --- | --- | --- |');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
for (const finding of findings) console.log(`\n- ${finding}`);
if (findings.length > 0) process.exitCode = 1;
else console.log('\nNothing was found; no request held the event loop above 200 ms.');
