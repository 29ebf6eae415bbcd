import { ChatPage } from './chat-page.ts';
import { MemoryRegion } from './memory-region.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

test('a recovery text carries the memory and its conversations to another browser', async ({
  page,
  browser,
  stack,
}) => {
  const chat = await openChat(page, stack);
  await chat.say('Please remember that I fly a PC-12.');
  const conversation = page.url();
  const memory = new MemoryRegion(page);
  await memory.choose('Move to another browser');
  await expect(memory.above).toContainText('whoever holds it reads and changes this memory');
  await memory.buttonAbove('Show the recovery text').click();
  const text = await memory.above.getByLabel('Recovery text').first().innerText();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(stack.url);
  const there = new MemoryRegion(other);
  await expect(there.region).toContainText('There is no memory file.');
  await there.choose('Move to another browser');
  const box = there.above.getByRole('textbox', { name: 'Recovery text' });
  await box.fill('no key at all');
  await there.buttonAbove('Use it here').click();
  await expect(there.above).toContainText('That is no recovery text');
  const before = await other.evaluate(() => Object.entries(localStorage));
  await box.fill(text);
  await there.buttonAbove('Use it here').click();
  // Until the reload this page keeps the identity it began with, and writes nothing more.
  await expect(new ChatPage(other).scopeWarning).toContainText('another memory identity');
  expect(await other.evaluate(() => Object.entries(localStorage))).not.toEqual(before);
  await there.buttonAbove('Reload now').click();
  await expect(there.lines).toHaveText([/I fly a PC-12/]);
  await other.goto(conversation);
  await expect(new ChatPage(other).lastAnswer()).toContainText('Noted');
  await elsewhere.close();
});
