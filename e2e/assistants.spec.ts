import { expectAccessible } from './accessibility.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

test('a conversation is with the assistant it began with, and shows what that one has', async ({
  page,
  stack,
}) => {
  stack.serve('e2e/graphs/several.json');
  const chat = await openChat(page, stack);
  const picker = page.getByRole('combobox', { name: 'Assistant' });
  await expect(picker).toHaveValue('memory');
  await chat.say('Please remember that my alternate is Helena.');
  await expect(picker).toHaveCount(0);

  await chat.startNew();
  await picker.selectOption('Echo');
  await expect(page.getByRole('heading', { name: 'Echo', level: 1 })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Memory' })).toHaveCount(0);
  await expect(page.getByLabel('Memory in this conversation')).toHaveCount(0);
  await expectAccessible(page);
  await chat.say('Hello there.');
  await chat.expectTranscript(['Hello there.', 'Echo: Hello there.']);

  // Reopened, also after a crash, it goes on with its own assistant and needs no memory to be saved.
  await stack.crashAndRestart();
  await page.reload();
  await chat.expectSaved();
  await expect(page.getByRole('complementary', { name: 'Memory' })).toHaveCount(0);
  await chat.say('And again.');
  await expect(chat.lastAnswer()).toContainText('Echo: And again.');

  // The choice is remembered, and the list tells the conversations apart.
  await chat.startNew();
  await expect(picker).toHaveValue('echo');
  const list = page.getByRole('complementary', { name: 'Conversations and settings' });
  await expect(list.getByRole('link', { name: /Hello there\.\s*Echo/ })).toBeVisible();
  await list.getByRole('link', { name: /Helena\.$/ }).click();
  await expect(page.getByRole('complementary', { name: 'Memory' })).toBeVisible();
  await chat.say('What do you remember?');
  await expect(chat.lastAnswer()).toContainText('Helena');
});
