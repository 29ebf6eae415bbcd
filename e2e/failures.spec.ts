import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

test.use({ expectedConsole: /Failed to load resource|ERR_CONNECTION_REFUSED/ });

test('a server that is gone is said, the draft stays, and sending again works once it is back', async ({
  page,
  stack,
}) => {
  const chat = await openChat(page, stack);
  await chat.say('Please remember that the spare key hangs in hangar 7.');

  await stack.kill9();
  await chat.composer.fill('What do you remember about the spare key?');
  await chat.composer.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText('memory observation unavailable')).toBeVisible();

  await stack.start();
  const draft = await chat.composer.inputValue();
  expect(draft).toBe('What do you remember about the spare key?');
  await chat.composer.press('Enter');
  await chat.expectSaved();
  await expect(chat.lastAnswer()).toContainText('hangar 7');
  await expect(page.getByText('What do you remember about the spare key?')).toHaveCount(1);
});

test('a conversation that does not exist is said plainly', async ({ page, stack }) => {
  await stack.start();
  await page.goto(`${stack.url}/c/11111111-2222-4333-8444-555555555555`);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('link', { name: 'Start a new conversation' }).click();
  await expect(page).toHaveURL(/\/$/);
});
