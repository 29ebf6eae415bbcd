import type { Page } from '@playwright/test';

import { ChatPage } from './chat-page.ts';
import { expect, test } from './stack.ts';

const KEY = 'throughline.theme.v1';

async function choose(page: Page, theme: string): Promise<void> {
  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.getByRole('menuitemradio', { name: theme }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
}

const colorScheme = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

test.beforeEach(async ({ page, stack }) => {
  await stack.start();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(stack.url);
});

test('a chosen theme is kept, and stands before any of the app has run', async ({ page }) => {
  expect(await colorScheme(page)).toBe('light dark');
  await choose(page, 'Dark');
  expect(await colorScheme(page)).toBe('dark');
  await page.getByRole('button', { name: 'Theme: Dark' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  await page.keyboard.press('Escape');

  // Without the app's own scripts only what runs before the first paint is left.
  await page.route(/\/(main|chunk)-[^/]*\.js$/, () => undefined);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => colorScheme(page)).toBe('dark');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.reload();
  await choose(page, 'System');
  expect(await colorScheme(page)).toBe('light dark');
  expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBeNull();
});

test('every open tab follows', async ({ page, context, stack }) => {
  const other = await context.newPage();
  await other.goto(stack.url);
  await choose(page, 'Dark');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await choose(page, 'System');
  await expect(other.locator('html')).not.toHaveAttribute('data-theme');
});

test('a browser that keeps no choice still shows it, and the identity is not concerned', async ({
  page,
}) => {
  await page.addInitScript((key) => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
      // eslint-disable-next-line @typescript-eslint/unbound-method -- called on its storage below
      const original = Storage.prototype[name] as (...args: string[]) => string | null;
      Storage.prototype[name] = function (this: Storage, ...args: string[]) {
        if (args[0] === key) throw new DOMException('refused', 'SecurityError');
        return original.apply(this, args) as string & undefined;
      };
    }
  }, KEY);
  await page.reload();
  await choose(page, 'Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(new ChatPage(page).scopeWarning).toHaveCount(0);
  await new ChatPage(page).say('Good morning.');
});
