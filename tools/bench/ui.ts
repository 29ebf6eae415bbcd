/**
 * Prints what a person feels of the built client, in a real browser on the real server, and ends with
 * status 1 when a bar is missed. `--only NAME` takes one measure, `--rounds N` says how often.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { chromium } from '@playwright/test';

import { findChromium } from '../chromium.mjs';
import { printRow } from './print-row.ts';
import type { Row } from './row.ts';
import { composerUsable, initialJavaScript } from './ui/first-load.ts';
import { longAnswer } from './ui/long-answer.ts';
import { longThread, openThread } from './ui/long-thread.ts';
import { PacedModel } from './ui/paced-model.ts';
import { ServedApp } from './ui/served-app.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '3' } },
});
const rounds = Number(values.rounds);
const model = await PacedModel.start();
const app = await ServedApp.start(model.url);
const browser = await chromium.launch({
  executablePath: findChromium() ?? 'chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

async function threadOf(messages: number): Promise<Row[]> {
  const thread = await longThread(app.url, messages);
  const rows: Row[] = [];
  for (const slower of [1, 4] as const)
    rows.push(...(await openThread(browser, app.url, thread, slower, rounds)));
  return rows;
}

const MEASURES: Readonly<Record<string, () => Row[] | Promise<Row[]>>> = {
  size: () => [initialJavaScript()],
  composer: async () => [await composerUsable(browser, app.url, rounds)],
  answer: () => longAnswer(browser, app.url, model, 1, rounds),
  'answer-slow': () => longAnswer(browser, app.url, model, 4, rounds),
  'thread-400': () => threadOf(400),
  'thread-2000': () => threadOf(2_000),
};

try {
  const chosen = Object.entries(MEASURES).filter(
    ([name]) => values.only === undefined || name === values.only,
  );
  if (chosen.length === 0)
    throw new Error(`--only takes one of ${Object.keys(MEASURES).join(', ')}`);
  console.log(`Node ${process.version}; ${availableParallelism()} cores; load ${load()}`);
  for (const [, measure] of chosen) for (const row of await measure()) printRow(row);
  console.log(`load at the end ${load()}`);
} finally {
  await browser.close();
  await app.stop();
  await model.stop();
}

/** Load average of the last minute. */
function load(): string {
  return (loadavg()[0] ?? NaN).toFixed(1);
}
