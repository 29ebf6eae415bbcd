import type { Page } from '@playwright/test';

import { ConversationList } from './conversation-list.ts';
import { HeldModel } from './held-model.ts';
import { openChat, openInMidAnswer } from './open-chat.ts';
import { expect, test } from './stack.ts';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** Takes the focus out of the box where one writes, to a place where keys are shortcuts. */
async function leaveComposer(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Messages' }).focus();
}

test('single keys do what the list of them says, and are text where text is written', async ({
  page,
  stack,
}) => {
  await page.setViewportSize(WIDE);
  const chat = await openChat(page, stack);
  const list = new ConversationList(page);
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(chat.composer).toBeFocused();
  await page.keyboard.type('?nsm');
  await expect(chat.composer).toHaveValue('?nsm');
  await expect(shortcuts).toHaveCount(0);
  await chat.composer.fill('');
  await chat.say('Good morning.');

  await leaveComposer(page);
  await page.keyboard.press('?');
  await expect(shortcuts).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/c\//);
  await page.keyboard.press('Escape');
  await expect(shortcuts).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Messages' })).toBeFocused();

  await page.keyboard.press('s');
  await expect(list.search).toBeFocused();
  await leaveComposer(page);
  await page.keyboard.press('m');
  await expect(page.getByRole('complementary', { name: 'Memory' })).toBeFocused();
  await page.keyboard.press('c');
  await expect(chat.composer).toBeFocused();
  await leaveComposer(page);
  await page.keyboard.press('Control+m');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/$/);
  await expect(chat.composer).toBeFocused();

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Show the keyboard shortcuts' }).click();
  await shortcuts.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(list.nav).toBeVisible();
  await leaveComposer(page);
  await page.keyboard.press('s');
  await page.keyboard.press('?');
  await expect(page.getByRole('region', { name: 'Messages' })).toBeFocused();
  await expect(shortcuts).toHaveCount(0);
});

test('Escape closes the nearest thing, one at a time, and stops the answer last', async ({
  page,
  stack,
}) => {
  await using model = await HeldModel.start();
  await page.setViewportSize(PHONE);
  const chat = await openInMidAnswer(page, stack, model, 'First question');
  const list = new ConversationList(page);
  const opener = page.getByRole('button', { name: 'Conversations', exact: true });
  await opener.click();
  const actions = list.nav.getByRole('button', { name: /^Actions for/ });
  await actions.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(actions).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(chat.stop).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Stopped here')).toBeVisible();
});

test('on a phone memory and conversations are sheets that keep the focus and give it back', async ({
  page,
  stack,
}) => {
  await page.setViewportSize(PHONE);
  const chat = await openChat(page, stack);
  // The evidence is there before any sheet was opened.
  await expect(chat.source).toHaveAttribute('data-source', 'none');
  await chat.say('Please remember that I fly a PC-12.');
  const opener = page.getByRole('button', { name: 'Memory', exact: true });
  await expect(opener).toHaveAccessibleDescription(/something new/i);
  await opener.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Memory' });
  await expect(chat.lines).toHaveText([/PC-12/]);
  for (let tab = 0; tab < 12; tab += 1) {
    await page.keyboard.press('Tab');
    await expect(sheet.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(opener).not.toHaveAccessibleDescription(/something new/i);
  await expect(chat.source).toHaveAttribute('data-source', 'live');

  await opener.press('Enter');
  await expect(sheet).toBeVisible();
  // Wide enough for a margin: the sheet gives way to it.
  await page.setViewportSize(WIDE);
  await expect(sheet).toHaveCount(0);
  await expect(chat.lines).toBeVisible();
});

test('a sheet that came late gives the focus back to what asked for it', async ({
  page,
  stack,
}) => {
  await page.setViewportSize(PHONE);
  const chat = await openChat(page, stack);
  await chat.say('Good morning.');
  const { promise: tabbed, resolve: letCome } = Promise.withResolvers<undefined>();
  await page.route('**/*.js', async (route) => {
    await tabbed;
    await route.continue();
  });
  const opener = page.getByRole('button', { name: 'Memory', exact: true });
  const asked = page.waitForRequest('**/*.js');
  await opener.press('Enter');
  await asked;
  await page.keyboard.press('Tab');
  await expect(opener).not.toBeFocused();
  letCome(undefined);
  const sheet = page.getByRole('dialog', { name: 'Memory' });
  await expect(sheet.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('choosing a conversation in the sheet leads back to writing', async ({ page, stack }) => {
  await page.setViewportSize(PHONE);
  const chat = await openChat(page, stack);
  const list = new ConversationList(page);
  await chat.say('Good morning.');
  await chat.startNew();
  await leaveComposer(page);
  await page.keyboard.press('s');
  await expect(list.search).toBeFocused();
  await list.link('Good morning.').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  await expect(chat.lastAnswer()).toBeVisible();
});
