import { MemoryRegion } from './memory-region.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

test('a new person teaches, recalls, corrects and undoes with the page alone', async ({
  page,
  stack,
}) => {
  const chat = await openChat(page, stack);
  const memory = new MemoryRegion(page);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });

  await chat.say('Please remember that I fly a PC-12.');
  await expect(memory.lines).toHaveText([/I fly a PC-12/]);
  await chat.startNew();
  await chat.say('What do you know about me?');
  await expect(chat.answers.last()).toContainText('I fly a PC-12');

  await chat.say('Change PC-12 to TBM 960');
  await expect(memory.lines).toHaveText([/I fly a TBM 960/]);
  await expect(page.getByText('Updated memory:')).toBeVisible();
  await undo.click();
  await expect(memory.lines).toHaveText([/I fly a PC-12/]);
  await expect(undo).toHaveCount(0);

  await page.reload();
  await expect(memory.lines).toHaveText([/I fly a PC-12/]);
});

test('the example is sent at once, and forgotten at once, without what was taught besides', async ({
  page,
  stack,
}) => {
  const chat = await openChat(page, stack);
  const memory = new MemoryRegion(page);
  const forget = page.getByRole('button', { name: 'Forget the example' });

  await chat.suggest('Tell it about your operation');
  await expect(memory.lines.filter({ hasText: 'PC-12' })).not.toHaveCount(0);
  await chat.say('Please remember that my dog is called Bo.');
  await forget.click();
  await expect(memory.lines).toHaveText([/my dog is called Bo/]);
  await expect(forget).toHaveCount(0);

  // It is gone for the agent too, and cannot be forgotten twice.
  await page.reload();
  await expect(memory.lines).toHaveText([/my dog is called Bo/]);
  await expect(forget).toHaveCount(0);
  await chat.say('What do you know about me?');
  await expect(chat.answers.last()).toContainText('Bo');
  await expect(chat.answers.last()).not.toContainText('PC-12');
});

test('on a phone the way back stands clear of the sentence that it undoes', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const chat = await openChat(page, stack);
  await chat.suggest('Tell it about your operation');
  const sentence = page.getByText('Remembered:').locator('xpath=ancestor::summary');
  const [words, button] = await Promise.all([
    sentence.boundingBox(),
    page.getByRole('button', { name: 'Forget the example' }).boundingBox(),
  ]);
  expect(words).not.toBeNull();
  expect(button?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0));
});
