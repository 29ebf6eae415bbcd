import { ChatPage } from './chat-page.ts';
import { HeldModel } from './held-model.ts';
import { openInMidAnswer } from './open-chat.ts';
import { expect, test } from './stack.ts';

const [FIRST, SECOND, THIRD] = ['First question', 'Second question', 'Third question'];

const answered = (...questions: string[]) =>
  questions.flatMap((question) => [question, HeldModel.whole(question)]);
const begun = (question: string) => [question, HeldModel.begun(question)];

async function expectQueued(chat: ChatPage, ...texts: string[]): Promise<void> {
  await expect(chat.queue.locator('.message-text')).toHaveText(texts);
  await expect(chat.queue.getByText('Queued')).toHaveCount(texts.length);
}

test('messages sent while an answer goes on wait in order, in every tab and after a reload, and can be called off', async ({
  page,
  context,
  stack,
}) => {
  await using model = await HeldModel.start();
  const chat = await openInMidAnswer(page, stack, model, FIRST);
  for (const question of [SECOND, 'A mistake', THIRD]) {
    await chat.send(question);
    await expect(chat.composer).toHaveValue('');
  }
  await expectQueued(chat, SECOND, 'A mistake', THIRD);
  await chat.expectTranscript(begun(FIRST));

  const other = new ChatPage(await context.newPage());
  await other.page.goto(page.url());
  await expectQueued(other, SECOND, 'A mistake', THIRD);
  await other.page.getByRole('button', { name: 'Cancel “A mistake”' }).click();
  await expectQueued(other, SECOND, THIRD);
  await expectQueued(chat, SECOND, THIRD);

  await page.reload();
  await chat.expectTranscript(begun(FIRST));
  await expectQueued(chat, SECOND, THIRD);

  model.release(FIRST);
  for (const tab of [chat, other]) {
    await tab.expectTranscript([...answered(FIRST), ...begun(SECOND)]);
    await expectQueued(tab, THIRD);
  }
  model.release(SECOND);
  model.release(THIRD);
  for (const tab of [chat, other]) {
    await tab.expectSaved();
    await tab.expectTranscript(answered(FIRST, SECOND, THIRD));
    await expectQueued(tab);
  }
  expect(model.asked).toEqual([FIRST, SECOND, THIRD]);
});

test('"Interrupt and send" cuts the answer, keeps what was said, and is answered next; the words that waited stand before it', async ({
  page,
  stack,
}) => {
  await using model = await HeldModel.start();
  const chat = await openInMidAnswer(page, stack, model, FIRST);
  await chat.send(SECOND);
  await expectQueued(chat, SECOND);
  await chat.composer.fill(THIRD);
  await page.getByRole('button', { name: 'Interrupt and send' }).click();
  await chat.expectTranscript([...begun(FIRST), SECOND, ...begun(THIRD)]);
  await expect(chat.answers.first().getByText('Stopped here')).toBeVisible();
  await expectQueued(chat);

  model.release(THIRD);
  await chat.expectSaved();
  await chat.expectTranscript([...begun(FIRST), SECOND, ...answered(THIRD)]);
  await page.reload();
  await chat.expectTranscript([...begun(FIRST), SECOND, ...answered(THIRD)]);
});

test('the queue is the server’s: a kill -9 loses none of it', async ({ page, stack }) => {
  await using model = await HeldModel.start();
  const chat = await openInMidAnswer(page, stack, model, FIRST);
  await chat.send(SECOND);
  await expectQueued(chat, SECOND);
  const address = page.url();
  await page.goto('about:blank');
  await stack.crashAndRestart();
  await page.goto(address);
  await chat.expectTranscript(begun(FIRST));
  await expectQueued(chat, SECOND);
  model.release(FIRST);
  model.release(SECOND);
  await chat.expectSaved();
  await chat.expectTranscript(answered(FIRST, SECOND));
});

test.describe('without a connection', () => {
  test.use({ expectedConsole: /Failed to load resource|ERR_/ });

  test('a message that did not reach the queue says so, keeps its words, and can be sent again', async ({
    page,
    stack,
  }) => {
    await using model = await HeldModel.start();
    const chat = await openInMidAnswer(page, stack, model, FIRST);
    await page.route(/\/runs$/, (route) => route.abort());
    await chat.send(SECOND);
    await expect(chat.queue).toContainText('Not sent');
    await expect(chat.queue).toContainText(SECOND);
    await page.unroute(/\/runs$/);
    await page.getByRole('button', { name: `Send again “${SECOND}”` }).click();
    await expectQueued(chat, SECOND);
    model.release(FIRST);
    model.release(SECOND);
    await chat.expectSaved();
    await chat.expectTranscript(answered(FIRST, SECOND));
  });
});

test('a message that waits shows the files that go with it', async ({ page, stack }) => {
  await using model = await HeldModel.start();
  const chat = await openInMidAnswer(page, stack, model, FIRST);
  const buffer = Buffer.from('Tail number N12KA');
  await page
    .getByLabel('Files to attach')
    .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer }]);
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible();
  await page.getByRole('button', { name: 'Send next' }).click();
  const files = chat.queue.getByRole('list', { name: 'Files of this message' });
  await expect(files.getByRole('listitem')).toHaveText(['notes.txt']);
  await page.reload();
  await expect(files.getByRole('listitem')).toHaveText(['notes.txt']);
  await page.getByRole('button', { name: 'Cancel “notes.txt”' }).click();
  await expect(chat.queue).toHaveCount(0);
});
