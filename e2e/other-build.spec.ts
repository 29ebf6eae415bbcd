import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

test('a page older than the server says so, and a reload keeps what is being written', async ({
  page,
  stack,
}) => {
  const chat = await openChat(page, stack);
  const notice = page.getByRole('alert').filter({ hasText: 'another version of this page' });
  await chat.say('Good morning.');
  // Back on the page: the server is asked, and still has this very build.
  const asked = page.waitForResponse('**/api/info');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const info = (await (await asked).json()) as { client_build: unknown };
  expect(info.client_build).toMatch(/^[\w-]{16}$/);
  await expect(notice).toHaveCount(0);

  await page.route('**/api/info', (route) =>
    route.fulfill({ json: { ...info, client_build: 'another-build-00' } }),
  );
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(notice).toBeVisible();
  await chat.composer.fill('Half a thought');
  await page.unroute('**/api/info');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(notice).toHaveCount(0);
  await expect(chat.composer).toHaveValue('Half a thought');
  await expect(chat.lastAnswer()).toBeVisible();
});
