import type { Browser } from '@playwright/test';

import { median, type Row } from '../row.ts';
import { watchTasks } from './longest-task.ts';
import { LAST_WORDS, LONG_ANSWERS } from './long-answers.ts';
import { openBarePage, openPage, times, timeOf, type Slower } from './measured-page.ts';
import type { PacedModel } from './paced-model.ts';

const BARE_FRAMES_MS = 3_000;

interface Round {
  /** From Send to the last words painted, in milliseconds. */
  readonly total: number;
  readonly source: number;
  /** From Send until the model was asked; from its last chunk until that was painted. */
  readonly before: number;
  readonly after: number;
  readonly worstFrame: number;
  /** The longest task of the page, in milliseconds of processor time. */
  readonly longestTask: number;
  /** The longest time between two frames of a page on which nothing happens. */
  readonly bareFrame: number;
}

/**
 * An answer of 2,000 chunks in 5 s, in a conversation that has begun: until it is painted, and how long
 * the page stood still meanwhile, the reads that confirm it included.
 */
export async function longAnswer(
  browser: Browser,
  url: string,
  model: PacedModel,
  slower: Slower,
  rounds: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const answer of LONG_ANSWERS) {
    const all: Round[] = [];
    for (let round = 0; round < rounds; round += 1)
      all.push(await oneAnswer(browser, url, model, slower, answer.question));
    const mid = (pick: (round: Round) => number) => median(all.map(pick));
    const what = `2,000 chunks of ${answer.what}${slower === 1 ? '' : `, ${slower}x slower`}`;
    rows.push(
      {
        what: `${what}: send to last paint, against the source`,
        value: mid(({ total, source }) => total / source),
        unit: 'x',
        bar: 1.1,
        note:
          `${seconds(mid(({ total }) => total))} against ${seconds(mid(({ source }) => source))}; ` +
          `${mid(({ before }) => before).toFixed(0)} ms before, ${mid(({ after }) => after).toFixed(0)} ms after`,
      },
      {
        what: `${what}: worst frame gap`,
        value: mid(({ worstFrame }) => worstFrame),
        unit: 'ms',
        ...(slower === 1 && { bar: 100 }),
        note: `a bare page ${mid(({ bareFrame }) => bareFrame).toFixed(0)} ms`,
      },
      {
        what: `${what}: longest task, processor time`,
        value: mid(({ longestTask }) => longestTask),
        unit: 'ms',
        ...(slower === 1 && { bar: 100 }),
      },
    );
  }
  return rows;
}

async function oneAnswer(
  browser: Browser,
  url: string,
  model: PacedModel,
  slower: Slower,
  question: string,
): Promise<Round> {
  const bareFrame = await bareFrameGap(browser, url, slower);
  const page = await openPage(browser, slower);
  await page.goto(url);
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill('Hello.');
  await composer.press('Enter');
  await timeOf(page, 'savedAt');
  await composer.fill(question);
  await page.evaluate((words) => window.benchReset(words), LAST_WORDS);
  const longest = await watchTasks(browser, page);
  await page.keyboard.press('Enter');
  const lastWordsAt = await timeOf(page, 'lastWordsAt');
  await timeOf(page, 'savedAt');
  const { keyAt, origin, worstFrameMs: worstFrame } = await times(page);
  const longestTask = await longest();
  await page.context().close();
  const { asked, said } = model.lastLongAnswer;
  const [sent, painted] = [origin + keyAt, origin + lastWordsAt];
  return {
    total: painted - sent,
    source: said - asked,
    before: asked - sent,
    after: painted - said,
    worstFrame,
    longestTask,
    bareFrame,
  };
}

async function bareFrameGap(browser: Browser, url: string, slower: Slower): Promise<number> {
  const page = await openBarePage(browser, url, slower);
  await page.evaluate(() => window.benchReset());
  await page.waitForTimeout(BARE_FRAMES_MS);
  const { worstFrameMs } = await times(page);
  await page.context().close();
  return worstFrameMs;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
