import { MEMORY_TEST_IDS } from '#contract/names';

import { ChatPage } from './chat-page.ts';
import { MemoryRegion } from './memory-region.ts';
import { modelEndpoint } from './model-endpoint.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

const MODE = 'Memory in this conversation';

test.describe('ask before remembering', () => {
  test('a change waits with its difference: approved, edited, rejected; a reload asks again', async ({
    page,
    stack,
  }) => {
    const chat = await openChat(page, stack);
    const memory = new MemoryRegion(page);
    const question = page.getByTestId(MEMORY_TEST_IDS.question);
    const answer = (name: string) => question.getByRole('button', { name, exact: true }).click();

    await page.getByLabel(MODE).selectOption({ label: 'asks first' });
    await chat.send('Please remember that I fly a PC-12.');
    await expect(question.locator('ins')).toContainText('I fly a PC-12');
    await expect(memory.region).toContainText('There is no memory file.');
    await expect(chat.saved).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel(MODE)).toHaveValue('ask');
    await expect(question.locator('ins')).toContainText('I fly a PC-12');
    await answer('Approve');
    await expect(chat.lastAnswer()).toContainText('Noted');
    await chat.expectSaved();
    await expect(memory.lines).toHaveText([/I fly a PC-12/]);

    await chat.send('Please remember that my base is KBZN.');
    await answer('Edit');
    await question.getByRole('textbox').fill('- I fly a PC-12\n- my base is Bozeman\n');
    await answer('Write this');
    await chat.expectSaved();
    await expect(memory.lines).toHaveText([/I fly a PC-12/, /my base is Bozeman/]);

    await chat.send('Please remember that I dislike bullet points.');
    await answer('Reject');
    await expect(chat.lastAnswer()).toContainText('My memory was not changed');
    await expect(question).toHaveCount(0);
    await expect(memory.lines).toHaveCount(2);
  });

  test('what others wrote while the question stood is not overwritten by an edited answer', async ({
    page,
    context,
    stack,
  }) => {
    const chat = await openChat(page, stack);
    const memory = new MemoryRegion(page);
    const question = page.getByTestId(MEMORY_TEST_IDS.question);
    await page.getByLabel(MODE).selectOption('ask');
    await chat.send('Please remember that I fly a PC-12.');
    await expect(question).toBeVisible();
    const other = await context.newPage();
    await other.goto(stack.url);
    await new MemoryRegion(other).edit('- written by hand\n');
    await expect(memory.lines).toHaveText([/written by hand/]);
    await question.getByRole('button', { name: 'Edit', exact: true }).click();
    await question.getByRole('textbox').fill('- I fly a PC-12, edited\n');
    await question.getByRole('button', { name: 'Write this' }).click();
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
    await expect(memory.lines.first()).toContainText('written by hand');
  });
});

test('off: nothing is read, observed or written, and another conversation is not concerned', async ({
  page,
  stack,
}) => {
  await using endpoint = await modelEndpoint();
  const chat = await openChat(page, stack, endpoint);
  const memory = new MemoryRegion(page);
  await memory.edit('- the secret word is marzipan\n');
  await expect(memory.lines).toHaveCount(1);
  await page.getByLabel(MODE).selectOption('off');
  await chat.say('Please remember that I fly a PC-12.');
  await expect(chat.source).toHaveAttribute('data-source', 'none');
  await expect(memory.receipts).toHaveCount(0);
  await expect(memory.lines).toHaveCount(1);
  expect(endpoint.prompts().filter(({ system }) => system.includes('marzipan'))).toEqual([]);

  await chat.startNew();
  await expect(page.getByLabel(MODE)).toHaveValue('automatic');
  await chat.say('What do you know about me?');
  expect(endpoint.prompts().at(-1)?.system).toContain('marzipan');
});

test.describe('temporary', () => {
  test.use({ expectedConsole: /404/ });

  const END = /ends ten minutes after you leave it/;

  test('the conversation outlives a reload, New and its tab; it is marked, never called saved, and offered or ended', async ({
    page,
    context,
    stack,
  }) => {
    const chat = await openChat(page, stack);
    await page.getByLabel(MODE).selectOption('temporary');
    await expect(page.getByText('Memory is off in this chat')).toBeVisible();
    await chat.send('Please remember that I fly a PC-12.');
    await expect(page.getByRole('main').getByText(END)).toBeVisible();
    await expect(chat.saved).toHaveCount(0);
    const address = page.url();
    await page.reload();
    await expect(page.getByRole('main').getByText(END)).toBeVisible();
    await expect(chat.saved).toHaveCount(0);
    // What is typed by mistake loses nothing.
    await page.getByRole('heading').first().click();
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('link', { name: /PC-12.*temporary/ })).toBeVisible();
    await page.close();

    const other = new ChatPage(await context.newPage());
    await other.page.goto(stack.url);
    await other.page.getByRole('link', { name: 'Go on with it' }).click();
    await expect(other.page).toHaveURL(address);
    await expect(other.page.getByRole('article').first()).toContainText('I fly a PC-12.');
    await other.startNew();
    const deleted = other.page.waitForResponse(
      (response) => response.request().method() === 'DELETE',
    );
    await other.page.getByRole('button', { name: 'End it now' }).click();
    expect((await deleted).status()).toBe(204);
    await other.page.goto(address);
    await expect(other.page.getByText('This was a temporary chat. It has ended')).toBeVisible();
  });

  test('is not offered once something was said', async ({ page, stack }) => {
    const chat = await openChat(page, stack);
    await expect(page.getByLabel(MODE).getByRole('option', { name: /temporary/ })).toHaveCount(1);
    await chat.say('Good morning.');
    await expect(page.getByLabel(MODE).getByRole('option', { name: /temporary/ })).toHaveCount(0);
  });
});
