import type { BrowserContext } from '@playwright/test';

import { SCOPE_STORAGE_KEY } from '#contract/names';

import { authoring, expectBlocked } from './blocked.ts';
import { ChatPage } from './chat-page.ts';
import { expect, test, type Stack } from './stack.ts';

async function open(context: BrowserContext, stack: Stack): Promise<[ChatPage, string[]]> {
  await stack.start();
  const page = await context.newPage();
  const requests = authoring(page);
  await page.goto(stack.url);
  return [new ChatPage(page), requests];
}

test('a stored identity that is corrupt blocks, and is neither repaired nor replaced', async ({
  context,
  stack,
}) => {
  const [chat, requests] = await open(context, stack);
  await chat.page.evaluate((key) => localStorage.setItem(key, 'NOT-A-SCOPE'), SCOPE_STORAGE_KEY);
  await chat.page.reload();
  await expectBlocked(chat, /could not be read or saved.*reload/i, requests);
  expect(await chat.page.evaluate((key) => localStorage.getItem(key), SCOPE_STORAGE_KEY)).toBe(
    'NOT-A-SCOPE',
  );
});

test('storage that throws blocks', async ({ context, stack }) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  const [chat, requests] = await open(context, stack);
  await expectBlocked(chat, /could not be read or saved/i, requests);
});

test('storage that is missing blocks', async ({ context, stack }) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', { value: null });
  });
  const [chat, requests] = await open(context, stack);
  await expectBlocked(chat, /could not be read or saved/i, requests);
});

test('without storage events nothing is written, and what there is can still be read', async ({
  context,
  stack,
}) => {
  const [first] = await open(context, stack);
  await first.say('Please remember that the spare key hangs in hangar 7.');
  const address = first.page.url();
  await context.addInitScript(() => {
    const listen = window.addEventListener.bind(window);
    window.addEventListener = (...[type, ...rest]: Parameters<typeof listen>) => {
      if (type === 'storage') throw new Error('no listener');
      listen(type, ...rest);
    };
  });
  const page = await context.newPage();
  const requests = authoring(page);
  await page.goto(address);
  const chat = new ChatPage(page);
  await expect(chat.scopeWarning).toHaveText(/could not be read or saved.*reload/i);
  await expect(chat.lastAnswer()).toContainText('Noted');
  await chat.composer.press('Enter');
  const authored = requests.filter((request) => !/\/(history|search)$/.test(request));
  expect(authored).toEqual([]);
});

test('an identity replaced in mid-session is found before the next message, and the draft stays', async ({
  context,
  stack,
}) => {
  const [chat, requests] = await open(context, stack);
  await expect(chat.scopeWarning).toHaveCount(0);
  await chat.composer.fill('A draft worth keeping');
  await chat.page.evaluate(
    (key) => localStorage.setItem(key, '11111111-2222-4333-8444-555555555555'),
    SCOPE_STORAGE_KEY,
  );
  await chat.composer.press('Enter');
  await expectBlocked(chat, /changed or removed.*reload/i, requests);
  await expect(chat.composer).toHaveValue('A draft worth keeping');
});

test('storage cleared in another tab blocks this one at once', async ({ context, stack }) => {
  const [chat, requests] = await open(context, stack);
  const other = await context.newPage();
  await other.goto(`${stack.url}/api/ok`);
  await other.evaluate(() => localStorage.clear());
  await expectBlocked(chat, /changed or removed/i, requests);
});

test('two tabs opened at once agree on one identity', async ({ context, stack }) => {
  await stack.start();
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all(tabs.map((tab) => tab.goto(stack.url)));
  const [first, second] = tabs.map((tab) => new ChatPage(tab));
  if (!first || !second) throw new Error('Two tabs were opened.');
  await first.say('Please remember that the spare key hangs in hangar 7.');
  await second.say('What do you remember about the spare key?');
  await expect(second.lastAnswer()).toContainText('hangar 7');
});

test.describe('an address that names no conversation', () => {
  test.use({ expectedConsole: /404/ });

  test('opening, typing, New and going back author nothing', async ({ context, stack }) => {
    const [chat, requests] = await open(context, stack);
    await chat.composer.fill('only a draft');
    await chat.startNew();
    await chat.page.goto(`${stack.url}/c/11111111-2222-4333-8444-555555555555`);
    await expect(chat.page.getByRole('alert')).toBeVisible();
    await chat.page.goBack();
    await expect(chat.composer).toBeVisible();
    expect(requests).toEqual([]);
  });
});
