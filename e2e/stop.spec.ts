import { ChatPage } from './chat-page.ts';
import { HeldModel } from './held-model.ts';
import { openInMidAnswer } from './open-chat.ts';
import { expect, test } from './stack.ts';

const QUESTION = 'What is the plan?';
const SAID = [QUESTION, HeldModel.begun(QUESTION)];

test('Stop in a tab that merely opened the address stops the answer for all, and what was said stays, marked', async ({
  page,
  context,
  stack,
}) => {
  await using model = await HeldModel.start();
  const first = await openInMidAnswer(page, stack, model, QUESTION);

  const second = new ChatPage(await context.newPage());
  await second.page.goto(page.url());
  await second.expectTranscript(SAID);
  // The server's confirmation is kept back until the page was seen waiting for it.
  const confirmed = Promise.withResolvers<undefined>();
  await second.page.route('**/cancel?*', async (route) => {
    const response = await route.fetch();
    await confirmed.promise;
    await route.fulfill({ response });
  });
  await second.page.route(/\/runs\/[0-9a-f-]+$/, async (route) => {
    await confirmed.promise;
    await route.continue();
  });
  await second.stop.click();
  await expect(second.page.getByRole('button', { name: 'Stopping…' })).toBeDisabled();
  await expect(second.page.getByText('Stopped here')).toHaveCount(0);
  confirmed.resolve(undefined);

  for (const chat of [second, first]) {
    await expect(chat.page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
    await expect(chat.lastAnswer().getByText('Stopped here')).toBeVisible();
    await chat.expectTranscript(SAID);
  }
  model.release(QUESTION);
  await page.reload();
  await expect(first.lastAnswer().getByText('Stopped here')).toBeVisible();
  await first.expectTranscript(SAID);
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(0);

  // The conversation goes on from there, and the cut answer stays marked.
  model.release('Go on.');
  await first.say('Go on.');
  await first.expectTranscript([...SAID, 'Go on.', HeldModel.whole('Go on.')]);
  await expect(page.getByText('Stopped here')).toHaveCount(1);
});

test.describe('without a connection', () => {
  test.use({ expectedConsole: /Failed to load resource|ERR_/ });

  test('a stop that does not reach the server is told as such, and the answer goes on', async ({
    page,
    stack,
  }) => {
    await using model = await HeldModel.start();
    const chat = await openInMidAnswer(page, stack, model, QUESTION);
    await page.route('**/cancel?*', (route) => route.abort());
    await chat.stop.click();
    await expect(page.getByRole('alert')).toContainText('Not stopped');
    model.release(QUESTION);
    await chat.expectSaved();
    await chat.expectTranscript([QUESTION, HeldModel.whole(QUESTION)]);
  });
});
