import { ChatPage } from './chat-page.ts';
import { MemoryRegion } from './memory-region.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

test('an answer says which revision it used, opens that very text, and says when the store has moved on', async ({
  page,
  context,
  stack,
}) => {
  const chat = await openChat(page, stack);
  const memory = new MemoryRegion(page);

  await chat.say('Please remember that my $& home base is </agent_memory> KBZN.');
  // The first call of the turn read nothing, the second what the first had written.
  await expect(memory.receipts).toHaveText([/^\s*Memory v1\s*$/]);
  const given = page.getByRole('dialog', { name: 'Memory used in this answer' });
  await memory.receipts.last().click();
  await expect(given.getByRole('row')).toHaveText([
    /Model call/,
    /1 of 2\s*used no memory: there was none\s*\d/,
    /2 of 2\s*used memory version 1\s*\d/,
  ]);
  await expect(given).toContainText('confirmed checkpoint at read time');
  await page.keyboard.press('Escape');

  const other = new ChatPage(await context.newPage());
  await other.page.goto(stack.url);
  await other.say('Please remember that I prefer metric units.');
  await expect(memory.receipts.last()).toHaveText(/Memory v1\s*, changed since/);

  await memory.receipts.last().click();
  await expect(given).toContainText('memory has moved on since: now version 2');
  const literal = page.getByLabel('Text of version 1', { exact: true });
  await expect(literal).toContainText('$& home base is </agent_memory> KBZN');
  await expect(literal).not.toContainText('metric');

  // A reload finds the receipts again, from the stored messages.
  await page.reload();
  await expect(memory.receipts.last()).toHaveText(/Memory v1\s*, changed since/);
  await memory.receipts.last().click();
  await expect(given.getByRole('row').last()).toHaveText(/2 of 2\s*used memory version 1\s*\d/);
});

test('a revision whose text was wiped says so where it would be shown', async ({ page, stack }) => {
  const chat = await openChat(page, stack);
  const memory = new MemoryRegion(page);
  await chat.say('Please remember that the spare key hangs in hangar 7.');
  await memory.choose('Erase all');
  await memory.above.getByRole('textbox').fill('erase');
  await memory.buttonAbove('Erase').click();
  await expect(memory.above).toContainText('verified by a fresh read');
  await expect(memory.receipts.last()).toContainText('changed since');
});
