import { ChatPage } from './chat-page.ts';
import { ConversationList } from './conversation-list.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

const MODE = 'Memory in this conversation';

/** All values that the browser keeps for the page; to be called in it. */
const everythingKept = () =>
  [localStorage, sessionStorage].flatMap((storage) => Object.values<string>(storage)).join('\n');

test('a draft is kept per conversation, with the names of its files, over reloads and a closed tab', async ({
  page,
  context,
  stack,
}) => {
  const chat = await openChat(page, stack);
  await chat.composer.fill('Words for a new chat');
  await page.reload();
  await expect(chat.composer).toHaveValue('Words for a new chat');
  await chat.composer.fill('');
  await chat.say('Good morning.');
  const address = page.url();

  await chat.composer.fill('Half a thought');
  await page
    .getByLabel('Files to attach')
    .setInputFiles({ name: 'plan.md', mimeType: 'text/markdown', buffer: Buffer.from('# Plan') });
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('plan.md');
  await chat.startNew();
  await expect(chat.composer).toHaveValue('');
  await page.close();

  const other = new ChatPage(await context.newPage());
  await other.page.goto(address);
  await expect(other.composer).toHaveValue('Half a thought');
  await expect(other.page.getByText(/Not attached any more.*plan\.md/)).toBeVisible();
  const list = new ConversationList(other.page);
  await list.delete('Good morning.');
  await other.page.reload();
  await expect.poll(() => other.page.evaluate(everythingKept)).not.toContain('Half a thought');
});

test('a draft of a temporary chat is kept nowhere', async ({ page, stack }) => {
  const chat = await openChat(page, stack);
  await chat.composer.fill('Nobody keeps this');
  await page.getByLabel(MODE).selectOption('temporary');
  await chat.composer.fill('Nobody keeps this either');
  await page.reload();
  await expect(chat.composer).toHaveValue('');
  const kept = await page.evaluate(everythingKept);
  expect(kept).not.toContain('Nobody keeps');
});

test('a file that is dropped anywhere is attached, and the page stays', async ({ page, stack }) => {
  await openChat(page, stack);
  const address = page.url();
  const isPrevented = await page.getByRole('main').evaluate((target) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['# Plan'], 'plan.md', { type: 'text/markdown' }));
    const events = ['dragover', 'drop'].map(
      (type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
    );
    for (const event of events) target.dispatchEvent(event);
    return events.map(({ defaultPrevented }) => defaultPrevented);
  });
  expect(isPrevented).toEqual([true, true]);
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('plan.md');
  expect(page.url()).toBe(address);
});
