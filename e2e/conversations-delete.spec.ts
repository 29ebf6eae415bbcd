import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { SCOPE_STORAGE_KEY } from '#contract/names';

import { ChatPage } from './chat-page.ts';
import { ConversationList } from './conversation-list.ts';
import { openChat } from './open-chat.ts';
import { expect, test, type Stack } from './stack.ts';

const KEPT = 'Good morning.';
const DOOMED = 'Zyxvanish is a word to look for.';

/** Two conversations, the one to be deleted on the page; the clock is the test's from here on. */
async function begin(page: Page, stack: Stack) {
  await page.setViewportSize({ width: 1280, height: 800 });
  const chat = await openChat(page, stack);
  const list = new ConversationList(page);
  await chat.say(KEPT);
  await chat.startNew();
  await chat.say(DOOMED);
  await expect(list.links).toHaveCount(2);
  const deletions: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions.push(request.url());
  });
  return { chat, list, deletions, url: page.url() };
}

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

test('a deletion is asked for when its undo window has passed, and the words are in no file then', async ({
  page,
  stack,
}, info) => {
  await page.clock.install();
  const { list, deletions, url } = await begin(page, stack);
  await list.search.fill('zyxv');
  await expect(list.links).toHaveCount(1);
  await list.delete(DOOMED);
  await expect(undo(page)).toBeFocused();
  // What was on the page gives way to a new conversation.
  await expect(page).toHaveURL(`${stack.url}/`);
  await page.clock.runFor(5_000);
  expect(deletions).toEqual([]);
  const reply = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.clock.runFor(1_500);
  expect((await reply).status()).toBe(204);
  await expect(undo(page)).toHaveCount(0);
  // The focus goes on to the list, not to nowhere.
  await expect(list.nav).toBeFocused();
  await expect(list.nav.getByText('Nothing found')).toBeVisible();

  const data = info.outputPath('data');
  for (const name of await readdir(data)) {
    const file = await readFile(join(data, name), 'latin1');
    expect(file.toLowerCase().includes('zyxvanish'), name).toBe(false);
  }
  await page.reload();
  await expect(list.links).toHaveCount(1);
  expect(deletions).toEqual([url.replace('/c/', '/api/threads/')]);
});

test('a deletion that is taken back asks for nothing and shows the conversation again', async ({
  page,
  stack,
}) => {
  await page.clock.install();
  const { chat, list, deletions, url } = await begin(page, stack);
  await list.delete(DOOMED);
  await undo(page).press('Enter');
  await expect(list.link(DOOMED)).toBeVisible();
  await expect(page).toHaveURL(url);
  await expect(chat.lastAnswer()).toBeVisible();
  await page.clock.runFor(10_000);
  await page.reload();
  await expect(list.links).toHaveCount(2);
  expect(deletions).toEqual([]);
});

for (const way of ['closed', 'reloaded', 'left for another address'] as const) {
  test(`a page that is ${way} within the undo window deletes all the same`, async ({
    page,
    context,
    stack,
  }) => {
    const { list, url } = await begin(page, stack);
    await list.delete(DOOMED);
    if (way === 'closed') await page.close({ runBeforeUnload: true });
    else if (way === 'reloaded') await page.reload();
    else await page.goto(`${stack.url}/api/ok`);
    const later = await context.newPage();
    await later.goto(stack.url);
    await later.setViewportSize({ width: 1280, height: 800 });
    const shown = new ConversationList(later);
    await expect(shown.link(KEPT)).toBeVisible();
    const scope = await later.evaluate((key) => localStorage.getItem(key), SCOPE_STORAGE_KEY);
    await expect(async () => {
      const reply = await later.request.get(url.replace('/c/', '/api/threads/'), {
        headers: { 'x-api-key': scope ?? '' },
      });
      expect(reply.status()).toBe(404);
    }).toPass({ timeout: 5_000 });
  });
}

test.describe('without a server', () => {
  test.use({ expectedConsole: /Failed to load resource|ERR_CONNECTION_REFUSED/ });

  test('a deletion that fails brings the conversation back and says so; a list that fails is told from an empty one', async ({
    page,
    stack,
  }) => {
    await page.clock.install();
    const { list } = await begin(page, stack);
    await list.delete(DOOMED);
    await stack.kill9();
    await page.clock.runFor(6_500);
    await expect(page.getByRole('alert').filter({ hasText: 'was not deleted' })).toBeVisible();
    await expect(list.link(DOOMED)).toBeVisible();
    await list.choose(KEPT, 'Rename');
    await page.getByRole('textbox', { name: 'Title of the conversation' }).fill('Other');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Not renamed' })).toBeVisible();

    await stack.start();
    await page.route('**/api/conversations?*', (route) => route.abort());
    await page.reload();
    await expect(list.nav.getByRole('alert')).toContainText('could not be loaded');
    await expect(list.nav.getByText('None yet')).toHaveCount(0);
    await page.unroute('**/api/conversations?*');
    await list.nav.getByRole('button', { name: 'Load again' }).click();
    await expect(list.links).toHaveCount(2);
  });
});

test('a blocked page lists, searches and exports, and neither renames nor deletes', async ({
  page,
  stack,
}) => {
  const { list, deletions } = await begin(page, stack);
  await page.evaluate(() => localStorage.clear());
  await list.nav.getByRole('button', { name: `Actions for ${DOOMED}` }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await expect(new ChatPage(page).scopeWarning).toBeVisible();
  await expect(list.link(DOOMED)).toBeVisible();
  await list.nav.getByRole('button', { name: `Actions for ${DOOMED}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Rename', exact: true })).toBeDisabled();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click();
  await download;
  await list.search.fill('zyxvanish');
  await expect(list.links).toHaveCount(1);
  expect(deletions).toEqual([]);
});
