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
  await expect(memory.receipts).toHaveText([
    /used no memory: there was none\s+· model call 1 of this turn/,
    /used memory revision 1\s+· model call 2 of this turn\s+· read \d/,
  ]);

  const other = new ChatPage(await context.newPage());
  await other.page.goto(stack.url);
  await other.say('Please remember that I prefer metric units.');
  await expect(memory.receipts.last()).toHaveText(
    /used memory revision 1\s+· model call 2 .* · memory has moved on since: now revision 2/,
  );

  await memory.receipts.last().getByRole('button').click();
  const literal = page.getByLabel('Text of revision 1', { exact: true });
  await expect(literal).toContainText('$& home base is </agent_memory> KBZN');
  await expect(literal).not.toContainText('metric');

  // A reload finds the receipts again, from the stored messages.
  await page.reload();
  await expect(memory.receipts.last()).toHaveText(
    /used memory revision 1\s+· model call 2 of this turn\s+· read \d.*now revision 2/,
  );
});

test('a revision whose text was wiped says so where it would be shown', async ({ page, stack }) => {
  const chat = await openChat(page, stack);
  const memory = new MemoryRegion(page);
  await chat.say('Please remember that the spare key hangs in hangar 7.');
  await memory.button('Erase all').click();
  await memory.above.getByRole('textbox').fill('erase');
  await memory.buttonAbove('Erase').click();
  await expect(memory.above).toContainText('verified by a fresh read');
  await expect(memory.receipts.last()).toContainText('memory has moved on since');
});
