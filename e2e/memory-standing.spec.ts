import { MEMORY_TEST_IDS } from '#contract/names';

import { modelEndpoint } from './model-endpoint.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

test('standing instructions are given before the first message, changed, kept over a reload, and stay in their conversation', async ({
  page,
  stack,
}) => {
  await using endpoint = await modelEndpoint();
  const chat = await openChat(page, stack, endpoint);
  const chips = page.getByTestId(MEMORY_TEST_IDS.standing);
  const box = page.getByRole('textbox', { name: 'Standing instruction' });
  const add = async (text: string) => {
    await page.getByRole('button', { name: 'Add a standing instruction' }).click();
    await box.fill(text);
    await box.press('Enter');
  };

  await add('Metric units');
  await add('In German');
  await add(' metric  UNITS ');
  await expect(chips).toHaveText([/Metric units/, /In German/]);
  await chat.say('hello');
  expect(endpoint.prompts().at(-1)?.system).toContain('1. Metric units\n2. In German');

  await chips.first().getByRole('button', { name: 'Edit Metric units' }).click();
  await box.fill('Knots and feet');
  await box.press('Enter');
  await chips.last().getByRole('button', { name: 'Remove In German' }).click();
  await expect(chips).toHaveText([/Knots and feet/]);
  await page.reload();
  await expect(chips).toHaveText([/Knots and feet/]);
  await chat.say('and now?');
  const { system } = endpoint.prompts().at(-1) ?? { system: '' };
  expect(system).toContain('1. Knots and feet');
  expect(system).not.toContain('In German');

  await chat.startNew();
  await expect(chips).toHaveCount(0);
  await chat.say('hello');
  expect(endpoint.prompts().at(-1)?.system).not.toContain('Knots');
});
