import { ChatPage } from './chat-page.ts';
import { HeldModel } from './held-model.ts';
import { openInMidAnswer } from './open-chat.ts';
import { expect, test } from './stack.ts';

const QUESTION = 'What is the plan?';

async function expectBegun(chat: ChatPage): Promise<void> {
  await chat.expectTranscript([QUESTION, HeldModel.begun(QUESTION)]);
  await expect(chat.stop).toBeVisible();
}

/** The whole answer stands there once, confirmed by a fresh read, and was asked for so many times. */
async function expectWhole(chat: ChatPage, model: HeldModel, asked = 1): Promise<void> {
  await chat.expectSaved();
  await chat.expectTranscript([QUESTION, HeldModel.whole(QUESTION)]);
  expect(model.asked).toHaveLength(asked);
}

test('a page reloaded in mid-answer shows what was said, and reads on', async ({ page, stack }) => {
  await using model = await HeldModel.start();
  const chat = await openInMidAnswer(page, stack, model, QUESTION);
  await page.reload();
  await expectBegun(chat);
  model.release(QUESTION);
  await expectWhole(chat, model);
});

test('a second tab joins an answer that goes on, and both show all of it', async ({
  page,
  context,
  stack,
}) => {
  await using model = await HeldModel.start();
  const chat = await openInMidAnswer(page, stack, model, QUESTION);
  const second = new ChatPage(await context.newPage());
  await second.page.goto(page.url());
  await expectBegun(second);
  model.release(QUESTION);
  await expectWhole(chat, model);
  await expectWhole(second, model);
});

test('a second tab that is open already shows a turn begun in the first', async ({
  page,
  context,
  stack,
}) => {
  await using model = await HeldModel.start();
  const chat = await openInMidAnswer(page, stack, model, QUESTION);
  model.release(QUESTION);
  await expectWhole(chat, model);
  const second = new ChatPage(await context.newPage());
  await second.page.goto(page.url());
  await second.expectTranscript([QUESTION, HeldModel.whole(QUESTION)]);

  await chat.send('And then?');
  const begun = [QUESTION, HeldModel.whole(QUESTION), 'And then?', HeldModel.begun('And then?')];
  await second.expectTranscript(begun);
  model.release('And then?');
  await second.expectSaved();
  await second.expectTranscript(begun.with(3, HeldModel.whole('And then?')));
});

test('a conversation left in mid-answer is joined again when one comes back to it', async ({
  page,
  stack,
}) => {
  await using model = await HeldModel.start();
  const chat = await openInMidAnswer(page, stack, model, QUESTION);
  await chat.startNew();
  await chat.expectTranscript([]);
  await page.goBack();
  await expectBegun(chat);
  model.release(QUESTION);
  await expectWhole(chat, model);
});

test.describe('without a connection', () => {
  test.use({ expectedConsole: /Failed to load resource|ERR_/ });

  test('a lost network is told, and the view reads on when it is back', async ({
    page,
    context,
    stack,
  }) => {
    await using model = await HeldModel.start();
    const chat = await openInMidAnswer(page, stack, model, QUESTION);
    await context.setOffline(true);
    await expect(page.getByText('Connection lost')).toBeVisible();
    model.release(QUESTION);
    await chat.expectTranscript([QUESTION, HeldModel.begun(QUESTION)]);
    await context.setOffline(false);
    await expectWhole(chat, model);
  });

  test('a server killed in mid-answer answers after its restart, and nothing shows twice', async ({
    page,
    stack,
  }) => {
    await using model = await HeldModel.start();
    const chat = await openInMidAnswer(page, stack, model, QUESTION);
    await stack.kill9();
    await expect(page.getByText('Connection lost')).toBeVisible();
    await stack.start();
    await expectBegun(chat);
    model.release(QUESTION);
    // The model was asked again: its first answer died with the server.
    await expectWhole(chat, model, 2);
    await page.reload();
    await chat.expectTranscript([QUESTION, HeldModel.whole(QUESTION)]);
  });

  test('a page reloaded while the server is down says so, and reads on with "Try again"', async ({
    page,
    stack,
  }) => {
    await using model = await HeldModel.start();
    const chat = await openInMidAnswer(page, stack, model, QUESTION);
    const address = page.url();
    await chat.startNew();
    await stack.kill9();
    await page.goBack();
    await expect(page.getByRole('alert')).toContainText('could not be reached');
    await stack.start();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(address);
    await expectBegun(chat);
    model.release(QUESTION);
    await expectWhole(chat, model, 2);
  });
});
