import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { ConversationList } from './conversation-list.ts';
import { openChat } from './open-chat.ts';
import { expect, test, type Stack } from './stack.ts';

const FIRST = 'Please remember that the spare key hangs in hangar 7.';
const SECOND = 'Good morning, what is the weather like?';

/** Two conversations, the second one on the page. */
async function twoConversations(page: Page, stack: Stack) {
  await page.setViewportSize({ width: 1280, height: 800 });
  const chat = await openChat(page, stack);
  const list = new ConversationList(page);
  await expect(list.nav.getByText('None yet')).toBeVisible();
  await chat.say(FIRST);
  const firstUrl = page.url();
  await chat.startNew();
  await chat.say(SECOND);
  await expect(list.links).toHaveCount(2);
  return { chat, list, firstUrl, secondUrl: page.url() };
}

test('the list names conversations by their first words, marks the one shown, and leads to each', async ({
  page,
  stack,
}) => {
  const { chat, list, firstUrl } = await twoConversations(page, stack);
  await expect(list.nav.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(list.link(SECOND)).toHaveAttribute('aria-current', 'page');
  await expect(list.links.first()).toContainText(SECOND);
  await list.link(FIRST).click();
  await expect(page).toHaveURL(firstUrl);
  await expect(list.link(FIRST)).toHaveAttribute('aria-current', 'page');
  await expect(list.link(SECOND)).not.toHaveAttribute('aria-current');
  await expect(page.getByRole('article').first()).toContainText(FIRST);
  await expect(page).toHaveTitle(/Please remember .* · Throughline/);

  await stack.crashAndRestart();
  await page.reload();
  await expect(chat.lastAnswer()).toBeVisible();
  await expect(list.links).toHaveCount(2);
});

test('a new title is written in place, kept across a reload, and an empty one brings the words back', async ({
  page,
  stack,
}) => {
  const { list } = await twoConversations(page, stack);
  await list.choose(FIRST, 'Rename');
  const title = page.getByRole('textbox', { name: 'Title of the conversation' });
  await expect(title).toBeFocused();
  await title.fill('Not this');
  await title.press('Escape');
  await expect(list.link(FIRST)).toBeVisible();
  await list.choose(FIRST, 'Rename');
  await title.fill('The spare key');
  await title.press('Enter');
  await expect(list.link('The spare key')).toBeVisible();
  await expect(list.nav.getByRole('button', { name: 'Actions for The spare key' })).toBeFocused();
  // A new name does not make it the newest.
  await expect(list.links.first()).toContainText(SECOND);
  await page.reload();
  await list.choose('The spare key', 'Rename');
  await title.fill('');
  await title.press('Enter');
  await expect(list.link(FIRST)).toBeVisible();
});

test('search finds titles and what both sides said, by keyboard, and shows where', async ({
  page,
  stack,
}) => {
  const { list, firstUrl } = await twoConversations(page, stack);
  await list.search.fill('<b>"hangar');
  await expect(list.nav.getByText('Nothing found')).toBeVisible();
  // The answer to the second chat cites what the first one taught: both are found.
  await list.search.fill('hang');
  await expect(list.links).toHaveCount(2);
  const answer = list.places(SECOND);
  await expect(answer.getByText('hangar', { exact: true }).first()).toBeVisible();
  await expect(answer.first()).toContainText('Throughline · Today');
  await list.search.fill('hang remember');
  const hit = list.links.first();
  await expect(list.links).toHaveCount(1);
  // Marking leaves the text as it was said.
  const said = list.places(FIRST).filter({ hasText: 'You · Today' });
  await expect(said.getByText('hangar', { exact: true })).toBeVisible();
  await expect(said).toContainText('in hangar 7');
  await list.search.press('ArrowDown');
  await expect(hit).toBeFocused();
  await hit.press('ArrowUp');
  await expect(list.search).toBeFocused();
  await list.search.press('ArrowDown');
  await hit.press('Enter');
  await expect(page).toHaveURL(({ href }) => href.startsWith(`${firstUrl}#message-`));
  await list.search.press('Escape');
  await expect(list.search).toHaveValue('');
  await expect(list.links).toHaveCount(2);
});

test('another browser finds nothing, and is told plainly that a conversation is not its own', async ({
  page,
  browser,
  stack,
}) => {
  const { firstUrl } = await twoConversations(page, stack);
  const context = await browser.newContext();
  const stranger = await context.newPage();
  await stranger.goto(stack.url);
  const list = new ConversationList(stranger);
  await expect(list.nav.getByText('None yet')).toBeVisible();
  await list.search.fill('hangar');
  await expect(list.nav.getByText('Nothing found')).toBeVisible();
  await stranger.goto(firstUrl);
  await expect(stranger.getByRole('main').getByRole('alert')).toContainText(
    'This chat no longer exists.',
  );
  await expect(stranger.getByText('hangar')).toHaveCount(0);
  await context.close();
});

test('an export is the conversation as Markdown or JSON', async ({ page, stack }) => {
  const { list } = await twoConversations(page, stack);
  const save = async (action: string) => {
    const download = page.waitForEvent('download');
    await list.choose(FIRST, action);
    const file = await download;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  const markdown = await save('Export as Markdown');
  expect(markdown.name).toMatch(/^Please-remember-.*\.md$/);
  expect(markdown.text).toContain(`## You\n\n${FIRST}`);
  expect(markdown.text).toContain('Tool call `');
  const json = await save('Export as JSON');
  const { messages } = JSON.parse(json.text) as { messages: { type: string; content: unknown }[] };
  expect(messages[0]).toMatchObject({ type: 'human', content: FIRST });
});

test('in a narrow window conversations are a drawer: opened, used and left by keyboard', async ({
  page,
  stack,
}) => {
  const { chat, list, firstUrl } = await twoConversations(page, stack);
  await page.setViewportSize({ width: 800, height: 800 });
  await expect(list.nav).toHaveCount(0);
  const opener = page.getByRole('button', { name: 'Conversations' });
  await opener.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Conversations' });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await list.link(FIRST).press('Enter');
  await expect(page).toHaveURL(firstUrl);
  await expect(drawer).toBeHidden();
  await expect(chat.lastAnswer()).toBeVisible();
});

test('a hit leads to its message, with the words marked in it', async ({ page, stack }) => {
  const chat = await openChat(page, stack);
  const list = new ConversationList(page);
  await chat.say('The spare key hangs in hangar seven.');
  for (const words of ['one', 'two', 'three', 'four', 'five', 'six'])
    await chat.say(`Good morning, number ${words}.`);
  await chat.startNew();
  await list.search.fill('hangar seven');
  await list.links.first().click();
  const message = page.locator('tl-message').filter({ hasText: 'The spare key hangs' }).first();
  await expect(message).toBeFocused();
  await expect(message).toBeInViewport();
  const marked = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get('found') ?? [])].map((range) => (range as Range).toString()),
    );
  await expect.poll(marked).toEqual(expect.arrayContaining(['hangar', 'seven']));
  await chat.startNew();
  await expect.poll(marked).toEqual([]);
});
