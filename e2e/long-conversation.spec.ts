import { Client } from '@langchain/langgraph-sdk/client';
import type { Page } from '@playwright/test';

import { SCOPE_STORAGE_KEY } from '#contract/names';

import { ChatPage } from './chat-page.ts';
import { MemoryRegion } from './memory-region.ts';
import { expect, test } from './stack.ts';

const TEACHING = 'Please remember that I fly a PC-12.';
const TURNS = 120;

/** A conversation whose first turn taught something, with many more after it, and a true one last. */
async function longConversation(page: Page, url: string): Promise<ChatPage> {
  await page.goto(url);
  const chat = new ChatPage(page);
  await chat.say(TEACHING);
  const scope = await page.evaluate((key) => localStorage.getItem(key), SCOPE_STORAGE_KEY);
  const client = new Client({ apiUrl: `${url}/api`, apiKey: scope ?? '' });
  const messages = Array.from({ length: TURNS }, (_, turn) => [
    { type: 'human', id: `asked-${turn}`, content: `Question ${turn}?` },
    { type: 'ai', id: `answered-${turn}`, content: `Answer ${turn}. `.repeat(12) },
  ]).flat();
  await client.threads.updateState(new URL(page.url()).pathname.split('/').at(-1) ?? '', {
    values: { messages },
    asNode: 'model_request',
  });
  await page.reload();
  await expect(page.getByText(`Question ${TURNS - 1}?`)).toBeVisible();
  return chat;
}

const articles = (page: Page) => page.getByRole('article');
const transcript = (page: Page) => page.getByRole('region', { name: 'Messages' });
const earlier = (page: Page) => page.getByRole('button', { name: 'Earlier messages' });
/** Where words stand in the window, in pixels from its top. */
const heightOf = async (page: Page, words: string) =>
  (await page.getByText(words, { exact: true }).boundingBox())?.y ?? Number.NaN;

test('a long conversation opens with its newest messages, and older ones come while one reads up', async ({
  page,
  stack,
}) => {
  await stack.start();
  const chat = await longConversation(page, stack.url);
  await expect(articles(page)).toHaveCount(30);
  await expect(transcript(page).getByText(TEACHING)).toHaveCount(0);

  // What is said here is confirmed against all that stands before it, read or not.
  await chat.say('What do I fly?');
  await expect(chat.answers.last()).toContainText('PC-12');

  // Going up to the first of them brings older ones; what one reads stays where it is.
  const first = `Question ${TURNS - 15}?`;
  await earlier(page).focus();
  await expect(articles(page)).toHaveCount(92);
  await expect(page.getByText(first, { exact: true })).toBeInViewport();

  // By the button and the keyboard; the focus stays for the next ones.
  const before = await heightOf(page, first);
  await page.keyboard.press('Enter');
  await expect(articles(page)).toHaveCount(152);
  await expect(page.getByText(first, { exact: true })).toBeInViewport();
  expect(Math.abs((await heightOf(page, first)) - before)).toBeLessThan(3);
  await expect(earlier(page)).toBeFocused();

  // By scrolling, to the very first.
  await transcript(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, -4000);
    await expect(transcript(page).getByText(TEACHING)).toBeInViewport({ timeout: 200 });
  }).toPass();
  await expect(earlier(page)).toHaveCount(0);
  await expect(transcript(page)).toBeFocused();
  await expect(articles(page)).toHaveCount(2 * TURNS + 5);
});

test('a line of memory leads to the turn that wrote it, however far up', async ({
  page,
  stack,
}) => {
  await stack.start();
  await longConversation(page, stack.url);
  const line = await new MemoryRegion(page).openLine('PC-12');
  await line.getByRole('link', { name: 'Open the chat that wrote it' }).click();
  const marked = page.locator('tl-message:focus');
  await expect(marked).toContainText('Remembered:');
  await expect(marked).toBeInViewport();
});

test('looking for words in the page brings all of them to it', async ({ page, stack }) => {
  await stack.start();
  await longConversation(page, stack.url);
  await page.keyboard.press('Control+f');
  await expect(transcript(page).getByText(TEACHING)).toBeAttached();
  await expect(articles(page)).toHaveCount(2 * TURNS + 3);
});

test.describe('when they cannot be read', () => {
  test.use({ expectedConsole: /ERR_FAILED/ });

  test('older messages are said to be there, and come when asked again', async ({
    page,
    stack,
  }) => {
    await stack.start();
    await longConversation(page, stack.url);
    await page.route(/\/state$/, (route) => route.abort());
    await earlier(page).click();
    await expect(page.getByText('Earlier messages could not be read.')).toBeVisible();
    await page.unroute(/\/state$/);
    await earlier(page).click();
    await expect.poll(() => articles(page).count()).toBeGreaterThan(60);
    await expect(page.getByText('could not be read')).toHaveCount(0);
  });
});
