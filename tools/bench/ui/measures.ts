import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { Client } from '@langchain/langgraph-sdk/client';
import type { Browser, Page } from '@playwright/test';

import { MEMORY_GRAPH_ID, SCOPE_STORAGE_KEY } from '#contract/names';

import type { Row } from '../row.ts';
import { sentence } from '../scripted-model.ts';
import { installPageClock, type PageTimes } from './page-clock.ts';
import { LONG_ANSWER_LENGTH, LONG_QUESTION, type PacedModel } from './paced-model.ts';

const built = join(import.meta.dirname, '..', '..', '..', 'dist', 'chat', 'browser');
const TURNS = 200;
const QUESTION_CHARACTERS = 400;
const KEYS = 80;
/** Longest that anything measured here may take, in milliseconds. */
const PATIENCE_MS = 120_000;

/** Everything that the first page needs of JavaScript, compressed as it is sent. */
export function initialJavaScript(): Row {
  const html = readFileSync(join(built, 'index.html'), 'utf8');
  const bytes = readdirSync(built)
    .filter((name) => name.endsWith('.js') && html.includes(name))
    .map((name) => gzipSync(readFileSync(join(built, name)), { level: 9 }).length)
    .reduce((sum, size) => sum + size, 0);
  return { what: 'initial JavaScript, gzip', value: bytes / 1000, unit: 'kB', bar: 150 };
}

export async function composerUsable(browser: Browser, url: string): Promise<Row> {
  const page = await open(browser, crypto.randomUUID(), 4);
  await page.goto(url);
  await page.waitForFunction(() => (window.benchTimes().composerAt ?? 0) > 0);
  const { composerAt = Number.NaN } = await times(page);
  await page.context().close();
  return { what: 'composer painted, 4x slower', value: composerAt / 1000, unit: 's', bar: 1.5 };
}

/** An answer of 2,000 chunks in 5 s. */
export async function longAnswer(
  browser: Browser,
  url: string,
  model: PacedModel,
  slower: number,
): Promise<Row[]> {
  const page = await open(browser, crypto.randomUUID(), slower);
  await page.goto(url);
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill(LONG_QUESTION);
  await page.evaluate(() => window.benchReset());
  await composer.press('Enter');
  await page.waitForFunction(
    (length) => window.benchTimes().lastLength >= length,
    LONG_ANSWER_LENGTH,
    { timeout: PATIENCE_MS },
  );
  // The reads that confirm the answer belong to it: no frame of theirs may be late either.
  await page.getByText('Response saved').waitFor({ timeout: PATIENCE_MS });
  const { firstWordsAt = Number.NaN, keyAt, lastGrowthAt, worstFrameMs } = await times(page);
  await page.context().close();
  const what = `2,000 chunks in 5 s${slower === 1 ? '' : `, ${slower}x slower`}`;
  return [
    {
      what: `${what}: send to last paint`,
      value: (lastGrowthAt - keyAt) / 1000,
      unit: 's',
      bar: (model.longAnswerMs / 1000) * 1.1,
      note: `source ${(model.longAnswerMs / 1000).toFixed(2)} s, first words after ${(firstWordsAt - keyAt).toFixed(0)} ms`,
    },
    { what: `${what}: worst frame gap`, value: worstFrameMs, unit: 'ms', bar: 100 },
  ];
}

export interface LongThread {
  readonly scope: string;
  readonly threadId: string;
}

/** A conversation of 400 messages, said turn by turn. */
export async function longThread(url: string): Promise<LongThread> {
  const scope = crypto.randomUUID();
  const client = new Client({ apiUrl: `${url}/api`, apiKey: scope });
  const { thread_id: threadId } = await client.threads.create({ graphId: MEMORY_GRAPH_ID });
  for (let turn = 0; turn < TURNS; turn += 1) {
    const content = sentence(`question ${turn} `, QUESTION_CHARACTERS);
    await client.runs.wait(threadId, MEMORY_GRAPH_ID, {
      input: { messages: [{ role: 'user', content }] },
    });
  }
  return { scope, threadId };
}

export async function openThread(
  browser: Browser,
  url: string,
  { scope, threadId }: LongThread,
  slower: 1 | 4,
): Promise<Row[]> {
  const page = await open(browser, scope, slower);
  const payload = await payloadOf(page);
  await page.goto(`${url}/c/${threadId}`);
  await page
    .getByRole('article')
    .nth(2 * TURNS - 1)
    .waitFor({ timeout: PATIENCE_MS });
  await page.waitForFunction(
    (count) => window.benchTimes().messages === count && window.benchTimes().lastGrowthAt > 0,
    2 * TURNS,
  );
  const { lastGrowthAt } = await times(page);
  const opened = payload();
  const p95 = await keystrokes(page);
  await page.context().close();
  const what = `400 messages, ${slower}x`;
  const rows: Row[] = [
    {
      what: `${what}: open to last`,
      value: lastGrowthAt / 1000,
      unit: 's',
      bar: slower === 1 ? 1 : 3,
    },
    {
      what: `${what}: keystroke to paint, p95`,
      value: p95,
      unit: 'ms',
      bar: slower === 1 ? 16 : 50,
    },
  ];
  if (slower === 1)
    rows.push({ what: `${what}: payload, as sent`, value: opened / 1e6, unit: 'MB', bar: 0.5 });
  return rows;
}

/** The same keystrokes where nothing has been said: what the machine and the browser cost by themselves. */
export async function emptyKeystrokes(browser: Browser, url: string, slower: 1 | 4): Promise<Row> {
  const page = await open(browser, crypto.randomUUID(), slower);
  await page.goto(url);
  const value = await keystrokes(page);
  await page.context().close();
  return { what: `nothing said, ${slower}x: keystroke to paint, p95`, value, unit: 'ms' };
}

/** From keystroke to paint, p95, in milliseconds. */
async function keystrokes(page: Page): Promise<number> {
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.focus();
  await page.evaluate(() => window.benchReset());
  for (let key = 0; key < KEYS; key += 1) await composer.press('abcdefgh '.charAt(key % 9));
  const sorted = (await times(page)).keysToPaint.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}

async function open(browser: Browser, scope: string, slower: number): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await context.addInitScript(
    ([key, value]) => {
      if (location.protocol === 'http:') localStorage.setItem(key, value);
    },
    [SCOPE_STORAGE_KEY, scope] as const,
  );
  await installPageClock(page);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return page;
}

function times(page: Page): Promise<PageTimes> {
  return page.evaluate(() => window.benchTimes());
}

/** Counts the bytes that the API sends from now on, as they go over the wire. */
async function payloadOf(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  const asked = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.includes('/api/')) asked.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.has(requestId)) bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}
