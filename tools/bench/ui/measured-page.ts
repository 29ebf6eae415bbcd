import type { Browser, Page } from '@playwright/test';

import { SCOPE_STORAGE_KEY } from '#contract/names';

import { installPageClock, type PageTimes } from './page-clock.ts';

/** How often the page is asked: seldom, since asking takes its time too. */
const LOOK_AGAIN_MS = 200;
/** Longest that anything measured here may take, in milliseconds. */
const PATIENCE_MS = 120_000;

/** How much slower than this machine the page's processor is made. */
export type Slower = 1 | 4;

/** Opens a page with a clock, in a browser context of its own, under an identity. */
export async function openPage(
  browser: Browser,
  slower: Slower,
  scope: string = crypto.randomUUID(),
): Promise<Page> {
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

/** A page of the same origin that holds a box to write in and nothing else: what the machine costs. */
export async function openBarePage(browser: Browser, url: string, slower: Slower): Promise<Page> {
  const page = await openPage(browser, slower);
  const body = '<!doctype html><title>Bare</title><textarea id="message" aria-label="Message">';
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(url);
  return page;
}

export function times(page: Page): Promise<PageTimes> {
  return page.evaluate(() => window.benchTimes());
}

/** Waits for one of the page's times, in milliseconds since its navigation began. */
export async function timeOf(
  page: Page,
  name: 'composerAt' | 'firstWordsAt' | 'lastWordsAt' | 'savedAt' | 'openAt',
): Promise<number> {
  await page.waitForFunction((key) => (window.benchTimes()[key] ?? 0) > 0, name, {
    timeout: PATIENCE_MS,
    polling: LOOK_AGAIN_MS,
  });
  return (await times(page))[name] ?? Number.NaN;
}
