import type { Page } from '@playwright/test';

import { expectAccessible } from './accessibility.ts';
import { ChatPage } from './chat-page.ts';
import { expect, test, type Stack } from './stack.ts';

async function begin(page: Page, stack: Stack, graphs: string) {
  stack.serve(`e2e/graphs/${graphs}.json`);
  await stack.start();
  await page.goto(stack.url);
  const chat = new ChatPage(page);
  await chat.send('go');
  const questions = page.getByRole('region', { name: /The agent (asks|waits)/ });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return { button, chat, questions };
}

test('two calls that a graph asks about are changed and approved, and answered together', async ({
  page,
  stack,
}) => {
  const { button, chat, questions } = await begin(page, stack, 'reviewing');
  await expect(questions).toHaveCount(2);
  const [fly, fuel] = [questions.nth(0), questions.nth(1)];
  await expect(fly).toContainText('<b>KJAC</b>');
  await expect(fuel).toContainText('May I *fuel* it?');
  // What the graph does not allow is not offered.
  await expect(fuel.getByRole('button', { name: 'Edit' })).toHaveCount(0);

  await fly.getByRole('button', { name: 'Edit' }).click();
  const args = fly.getByLabel('The arguments, as JSON');
  await expect(args).toBeFocused();
  await args.fill('{ "from": "KBZN", ');
  await fly.getByRole('button', { name: 'Approve with these arguments' }).click();
  await expect(fly.getByRole('alert')).toContainText('This is not JSON');
  await expectAccessible(page);
  await args.fill('["KBZN"]');
  await fly.getByRole('button', { name: 'Approve with these arguments' }).click();
  await expect(fly.getByRole('alert')).toContainText('Arguments are a JSON object');
  await args.fill('{ "from": "KBZN", "to": "KSUN" }');
  await fly.getByRole('button', { name: 'Approve with these arguments' }).click();
  await expect(fly).toContainText('To be done as you have changed it.');
  await expect(fly).toBeFocused();
  await expect(button('Send the decisions')).toBeDisabled();
  await fuel.getByRole('button', { name: 'Approve', exact: true }).click();
  await button('Send the decisions').click();
  await expect(chat.lastAnswer()).toContainText(
    'The tools say: flown from KBZN to KSUN | fuelled 400',
  );
  await expect(questions).toHaveCount(0);
});

test('a call is rejected with a reason, after a reload and a crash of the server', async ({
  page,
  stack,
}) => {
  const { button, chat, questions } = await begin(page, stack, 'reviewing');
  await expect(questions).toHaveCount(2);
  await stack.crashAndRestart();
  await page.reload();
  await expect(questions).toHaveCount(2);
  await questions.nth(0).getByRole('button', { name: 'Approve', exact: true }).click();
  await questions.nth(1).getByLabel('Why not').fill('The tanks are full.');
  await questions.nth(1).getByRole('button', { name: 'Reject', exact: true }).click();
  await button('Send the decisions').click();
  await expect(questions).toHaveCount(0);
  await expect(chat.lastAnswer()).toContainText('The tools say: The tanks are full.');
});

test('what no middleware knows is shown as it is, and answered in words and in JSON', async ({
  page,
  stack,
}) => {
  const { button, chat, questions } = await begin(page, stack, 'wondering');
  await expect(questions).toHaveCount(2);
  const word = questions.filter({ hasText: 'Which <i>field</i>?' });
  const thing = questions.filter({ hasText: '"at_most": 1' });
  await word.getByLabel('Your answer').fill('KBZN');
  await word.getByRole('button', { name: 'Answer' }).click();
  await thing.getByLabel('Your answer').fill('a');
  await thing.getByRole('button', { name: 'Answer' }).click();
  await expect(thing.getByRole('alert')).toContainText('This is not JSON');
  await expectAccessible(page);
  await thing.getByLabel('Your answer').fill('["a"]');
  await thing.getByRole('button', { name: 'Answer' }).click();
  await button('Send the decisions').click();
  await expect(chat.lastAnswer()).toContainText('Given: {"word":"KBZN","thing":["a"]}');
});

test('what is not answered can be left by writing something else', async ({ page, stack }) => {
  const { chat, questions } = await begin(page, stack, 'wondering');
  await expect(questions).toHaveCount(2);
  await chat.send('never mind');
  // The turn that was left is not gone on with: the graph begins anew, and asks its own two things.
  await expect(chat.answers).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(questions).toHaveCount(2);
});
