import { Client } from '@langchain/langgraph-sdk/client';
import type { Browser, Page } from '@playwright/test';

import { MEMORY_GRAPH_ID } from '#contract/names';

import { median, type Row } from '../row.ts';
import { sentence } from '../scripted-model.ts';
import { openBarePage, openPage, times, timeOf, type Slower } from './measured-page.ts';
import { payloadOf } from './payload.ts';

const QUESTION_CHARACTERS = 400;
const ANSWER_CHARACTERS = 600;
const KEYS = 60;
/** Messages of one state update: the server takes so many. */
const AT_ONCE = 500;

/** How long after it was opened one begins to write in it. */
const SETTLE_MS = 2_000;
/** Time between two keys: faster than anybody writes, and no multiple of a frame. */
const KEY_EVERY_MS = 53;

export interface LongThread {
  readonly scope: string;
  readonly threadId: string;
  readonly messages: number;
}

/** A conversation of so many messages: put into the state, all but the last turn, which is said. */
export async function longThread(url: string, messages: number): Promise<LongThread> {
  const scope = crypto.randomUUID();
  const client = new Client({ apiUrl: `${url}/api`, apiKey: scope });
  const { thread_id: threadId } = await client.threads.create({ graphId: MEMORY_GRAPH_ID });
  const say = (content: string) =>
    client.runs.wait(threadId, MEMORY_GRAPH_ID, { input: { messages: [human(content)] } });
  await say('Hello.');
  const past = Array.from({ length: messages / 2 - 2 }, (_, turn) => [
    human(sentence(`question ${turn} `, QUESTION_CHARACTERS)),
    { type: 'ai', id: crypto.randomUUID(), content: sentence('', ANSWER_CHARACTERS) },
  ]).flat();
  for (let from = 0; from < past.length; from += AT_ONCE)
    await client.threads.updateState(threadId, {
      values: { messages: past.slice(from, from + AT_ONCE) },
      asNode: 'model_request',
    });
  await say('Hello again.');
  return { scope, threadId, messages };
}

function human(content: string): object {
  return { type: 'human', id: crypto.randomUUID(), content };
}

interface Round {
  readonly openMs: number;
  readonly bytes: number;
  readonly key: number;
  readonly bareKey: number;
}

/** Opens a long conversation and writes in it; beside it, the same keys on a bare page, by turns. */
export async function openThread(
  browser: Browser,
  url: string,
  thread: LongThread,
  slower: Slower,
  rounds: number,
): Promise<Row[]> {
  // The first one of a browser also loads and compiles what the browser keeps from then on.
  await oneOpening(browser, url, thread, slower);
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1)
    all.push(await oneOpening(browser, url, thread, slower));
  const mid = (pick: (round: Round) => number) => median(all.map(pick));
  const what = `${thread.messages.toLocaleString('en')} messages, ${slower}x`;
  return [
    {
      what: `${what}: open to the newest, painted`,
      value: mid(({ openMs }) => openMs) / 1000,
      unit: 's',
      bar: slower === 1 ? 1 : 3,
    },
    {
      what: `${what}: keystroke to paint, p95, above a bare page`,
      value: mid(({ key, bareKey }) => key - bareKey),
      unit: 'ms',
      bar: slower === 1 ? 16 : 50,
      note: `${mid(({ key }) => key).toFixed(1)} against ${mid(({ bareKey }) => bareKey).toFixed(1)} ms`,
    },
    {
      what: `${what}: payload, as sent`,
      value: mid(({ bytes }) => bytes) / 1e6,
      unit: 'MB',
      bar: 0.5,
    },
  ];
}

async function oneOpening(
  browser: Browser,
  url: string,
  { scope, threadId }: LongThread,
  slower: Slower,
): Promise<Round> {
  const bare = await openBarePage(browser, url, slower);
  const bareKey = await keystrokes(bare);
  await bare.context().close();
  const page = await openPage(browser, slower, scope);
  const payload = await payloadOf(page);
  await page.goto(`${url}/c/${threadId}`);
  const openMs = await timeOf(page, 'openAt');
  await timeOf(page, 'savedAt');
  await page.waitForTimeout(SETTLE_MS);
  const bytes = payload();
  const key = await keystrokes(page);
  await page.context().close();
  return { openMs, bytes, key, bareKey };
}

/** From keystroke to paint, p95, in milliseconds. */
async function keystrokes(page: Page): Promise<number> {
  await page.getByRole('textbox', { name: 'Message' }).focus();
  await page.evaluate(() => window.benchReset());
  // By the page's keyboard: a locator looks through all elements for each key.
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('abcdefgh '.charAt(key % 9));
    await page.waitForTimeout(KEY_EVERY_MS);
  }
  const sorted = (await times(page)).keysToPaint.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}
