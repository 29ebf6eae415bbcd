import type { Page } from '@playwright/test';

import { MEMORY_PATH, MEMORY_TEST_IDS } from '#contract/names';

import { MemoryRegion } from './memory-region.ts';
import { modelThatCalls, type Script } from './called-tools.ts';
import { openChat } from './open-chat.ts';
import { expect, test, type Stack } from './stack.ts';

const NOTES = '- base KBZN\n- flies a PC-12\n- prefers metric\n';

const edit = (old_string: string, new_string: string) => ({
  name: 'edit_file',
  args: { file_path: MEMORY_PATH, old_string, new_string },
});

const SCRIPT: Script = {
  'change both': [edit('KBZN', 'KJAC'), edit('PC-12', 'PC-24')],
  'change both again': [edit('KBZN', 'KJAC'), edit('metric', 'knots')],
  'change one': [edit('KBZN', 'KJAC')],
  'ask a subagent': [
    { name: 'task', args: { description: 'change one', subagent_type: 'general-purpose' } },
  ],
};

async function begin(page: Page, stack: Stack, env: Readonly<Record<string, string>>) {
  stack.configure(env);
  const chat = await openChat(page, stack);
  const memory = new MemoryRegion(page);
  await memory.edit(NOTES);
  await expect(memory.lines).toHaveCount(3);
  await page.getByLabel('Memory in this conversation').selectOption('ask');
  const questions = page.getByTestId(MEMORY_TEST_IDS.question);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return { chat, memory, questions, button };
}

test('two changes at once are two questions, decided one by one and answered together', async ({
  page,
  stack,
}) => {
  await using endpoint = await modelThatCalls(SCRIPT);
  const { chat, memory, questions, button } = await begin(page, stack, endpoint.env);
  await chat.send('change both');
  await expect(questions).toHaveCount(2);
  await expect(questions.nth(0).locator('ins')).toContainText('KJAC');
  await expect(questions.nth(1).locator('ins')).toContainText('24');
  await expect(button('Send the decisions')).toBeDisabled();

  await questions.nth(0).getByRole('button', { name: 'Reject', exact: true }).click();
  await questions.nth(0).getByRole('button', { name: 'Decide again' }).click();
  await questions.nth(0).getByLabel('Why not').fill('I have not moved.');
  await questions.nth(0).getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(questions.nth(0)).toContainText('To be rejected.');
  await expect(page.getByText('1 of 2 to decide')).toBeVisible();
  await expect(memory.lines).toHaveText([/KBZN/, /PC-12/, /metric/]);
  await questions.nth(1).getByRole('button', { name: 'Approve', exact: true }).click();
  await button('Send the decisions').click();

  await chat.expectSaved();
  await expect(questions).toHaveCount(0);
  await expect(chat.lastAnswer()).toContainText('They said: I have not moved.');
  await expect(memory.lines).toHaveText([/PC-24/, /KBZN/, /metric/]);

  // All of them can be rejected without a look at each, after a reload too.
  await chat.send('change both again');
  await expect(button('Reject all')).toBeVisible();
  await page.reload();
  await button('Reject all').click();
  await chat.expectSaved();
  await expect(memory.lines).toHaveText([/PC-24/, /KBZN/, /metric/]);
});

test('while a question is open nothing is offered that would drop it', async ({ page, stack }) => {
  await using endpoint = await modelThatCalls(SCRIPT);
  const { chat, questions, button } = await begin(page, stack, endpoint.env);
  const mode = page.getByLabel('Memory in this conversation');
  const instruction = page.getByRole('button', { name: 'Add a standing instruction' });
  await chat.send('change one');
  await expect(questions).toHaveCount(1);
  await expect(mode).toBeDisabled();
  await expect(instruction).toBeDisabled();
  await expect(page.getByText('Answer the question first')).toBeVisible();
  await button('Reject').click();
  await chat.expectSaved();
  await expect(mode).toBeEnabled();
  await expect(instruction).toBeEnabled();
});

test('a subagent’s question names it, can be edited, and the work goes on in it', async ({
  page,
  stack,
}) => {
  await using endpoint = await modelThatCalls(SCRIPT);
  const { chat, memory, questions, button } = await begin(page, stack, endpoint.env);
  await chat.send('ask a subagent');
  await expect(questions).toContainText('A subagent asks: may I change what I remember?');
  await questions.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
  await expect(questions.getByRole('textbox', { name: 'The whole memory' })).toBeFocused();
  await questions.getByRole('textbox', { name: 'The whole memory' }).fill('- base KJAC and KBZN\n');
  await button('Write this').click();
  await chat.expectSaved();
  await expect(chat.lastAnswer()).toContainText('The tools say');
  await expect(memory.lines).toHaveText([/base KJAC and KBZN/]);
  const line = await memory.openLine('base KJAC');
  await expect(line).toContainText('A subagent');
});

test('an approved change is not made to other text than was shown, and that is told', async ({
  page,
  context,
  stack,
}) => {
  await using endpoint = await modelThatCalls(SCRIPT);
  const { chat, memory, questions, button } = await begin(page, stack, endpoint.env);
  await chat.send('change one');
  await expect(questions).toHaveCount(1);
  const other = await context.newPage();
  await other.goto(stack.url);
  await new MemoryRegion(other).edit('- base KSEA\n- alternate KBZN\n');
  await expect(memory.lines).toHaveText([/KSEA/, /alternate KBZN/]);
  await button('Approve').click();
  await chat.expectSaved();
  await expect(chat.lastAnswer()).toContainText('changed meanwhile');
  await expect(memory.lines).toHaveText([/KSEA/, /alternate KBZN/]);
});

test.describe('answered elsewhere', () => {
  test.use({ expectedConsole: /409 \(Conflict\)/ });

  test('a question says so, and what stands is shown', async ({ page, stack, request }) => {
    await using endpoint = await modelThatCalls(SCRIPT);
    const { chat, memory, questions, button } = await begin(page, stack, endpoint.env);
    await chat.send('change one');
    await expect(questions).toHaveCount(1);
    // Another device, which this page hears nothing of.
    const thread = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const key = await page.evaluate(() => Object.values(localStorage)[0] as string);
    const decisions = [{ type: 'reject' }];
    const elsewhere = await request.post(`${stack.url}/api/threads/${thread}/runs/wait`, {
      headers: { 'x-api-key': key },
      data: { assistant_id: 'memory', command: { resume: { decisions } } },
    });
    expect(elsewhere.status()).toBe(200);
    await elsewhere.body();
    await button('Approve').click();
    await expect(page.getByRole('alert')).toContainText(
      'This question is no longer open: it was answered already',
    );
    await expect(questions).toHaveCount(0);
    await expect(chat.lastAnswer()).toContainText('did not want this change');
    await expect(memory.lines).toHaveText([/KBZN/, /PC-12/, /metric/]);
  });
});
