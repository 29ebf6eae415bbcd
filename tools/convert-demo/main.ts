/**
 * A conversion as a conversation, without a key: the sample suite is sent once, the server is killed,
 * one rule is said, and what it comes to runs with Playwright in Chromium against the sample site.
 * Ends with status 1 when a promise was broken.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Conversion } from '#contract/conversion';

import { runTests } from './run-tests.ts';
import { ServedConverter } from './served-converter.ts';
import { serveSite } from './site.ts';
import { readSuite } from './suite.ts';

const RULE = 'Use getByTestId for every form field';

const dataDir = await mkdtemp(join(tmpdir(), 'convert-demo-'));
const site = await serveSite();
let server = new ServedConverter(dataDir);
try {
  await server.listening();
  const thread = await server.createThread();
  const uploads = readSuite();
  say(`Turn 1: ${uploads.length} files of Selenium are sent.`);
  tell(await server.turn(thread, { uploads }));
  await server.kill9();
  say('The server was killed (kill -9) and is started again.');
  server = new ServedConverter(dataDir, server.scope);
  await server.listening();
  say(`Turn 2: only this is sent: ${RULE}`);
  const second = await server.turn(thread, { refinement: RULE });
  tell(second);
  must(second.turn === 2, 'the thread goes on with its second turn');
  must(second.conventions.join() === RULE, 'the thread holds the rule');
  must(second.baseline.length === uploads.length, 'the first turn’s files are the baseline');
  const isFollowed = second.result.some(({ text }) => text.includes("getByTestId('username')"));
  must(isFollowed, 'the rule is followed');
  must(second.report?.findings.length === 0, 'every gate let it pass');
  const green = await runTests(second.result, site.url);
  console.log(green.output.trim());
  must(green.passed, 'every converted test passes against the site');
  site.change('Wrong user or password', 'Try again');
  const red = await runTests(second.result, site.url, ['login.test.ts']);
  must(!red.passed, 'a test fails when one text of the site is changed');
  say(process.exitCode === 1 ? 'A promise was broken.' : 'Every promise was kept.');
} finally {
  await server.kill9();
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
}

function say(sentence: string): void {
  console.log(`\n${sentence}`);
}

function tell({ report }: Conversion): void {
  if (!report) return;
  console.log(
    `  ${report.status}; ${report.findings.length} findings; ${report.ledger.length} entries of the ledger:`,
  );
  for (const { file, line, reason } of report.ledger) console.log(`  ${file}:${line} ${reason}`);
}

function must(holds: boolean, promise: string): void {
  console.log(`  ${holds ? 'kept' : 'BROKEN'}: ${promise}`);
  if (!holds) process.exitCode = 1;
}
