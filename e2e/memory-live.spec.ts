import { ChatPage } from './chat-page.ts';
import { MemoryRegion } from './memory-region.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

test('what one conversation teaches appears in another open tab, with who wrote it and the way there', async ({
  page,
  context,
  stack,
}) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await openChat(page, stack);
  const watching = new MemoryRegion(page);
  await expect(watching.region).toContainText('There is no memory file.');
  await expect(watching.time).toContainText('kept up to date');

  const writer = new ChatPage(await context.newPage());
  await writer.page.goto(stack.url);
  await writer.say('Please remember that I fly a PC-12.');
  await expect(watching.lines).toHaveText([/I fly a PC-12.*new/s]);
  await expect(watching.time).toContainText('Version 1');
  await expect(watching.meter).toHaveText(/^\d+ of 65,536 bytes, about \d+ tokens/);

  const line = await watching.openLine('I fly a PC-12');
  await expect(line).toContainText(/The agent, version 1/);
  await line.getByRole('link', { name: 'Open the chat that wrote it' }).click();
  await expect(page).toHaveURL(new RegExp(`^${writer.page.url()}#message-`));
  await expect(new ChatPage(page).lastAnswer()).toBeVisible();

  const scope = await page.evaluate(() => Object.values(localStorage)[0] as string);
  expect(scope).toMatch(/^[0-9a-f-]{36}$/);
  expect(addresses.filter((address) => address.includes(scope))).toEqual([]);
});

test('goes on being told after the server was gone, from where it was', async ({
  page,
  context,
  stack,
}) => {
  await openChat(page, stack);
  const watching = new MemoryRegion(page);
  await expect(watching.time).toContainText('kept up to date');
  await stack.kill9();
  await expect(watching.time).toContainText('not kept up to date just now');
  await stack.start();
  const writer = new ChatPage(await context.newPage());
  await writer.page.goto(stack.url);
  await writer.say('Please remember that I fly a PC-12.');
  await expect(watching.lines).toHaveText([/I fly a PC-12/]);
  await expect(watching.time).toContainText('; kept up to date');
});

test('a page out of sight holds no connection, and catches up when it is seen again', async ({
  page,
  context,
  stack,
}) => {
  await openChat(page, stack);
  const watching = new MemoryRegion(page);
  await expect(watching.time).toContainText('kept up to date');
  const ended = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/api/memory/events'),
  );
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  await ended;
  const writer = new ChatPage(await context.newPage());
  await writer.page.goto(stack.url);
  await writer.say('Please remember that I fly a PC-12.');
  await expect(watching.lines).toHaveCount(0);
  await show('visible');
  await expect(watching.lines).toHaveText([/I fly a PC-12/]);
});
