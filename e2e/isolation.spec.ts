import { ChatPage } from './chat-page.ts';
import { HeldModel } from './held-model.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

test('an answer that goes on never reaches the view of another conversation', async ({
  page,
  stack,
}) => {
  await using model = await HeldModel.start();
  const chat = await openChat(page, stack, model);
  await chat.send('Question of A');
  await chat.expectTranscript(['Question of A', HeldModel.begun('Question of A')]);
  const conversationA = page.url();

  await chat.startNew();
  await chat.send('Question of B');
  const begunB = ['Question of B', HeldModel.begun('Question of B')];
  await chat.expectTranscript(begunB);
  await expect(page).not.toHaveURL(conversationA);

  // A ends, and a page that watches A has shown all of it, while this one shows B.
  const watcher = new ChatPage(await page.context().newPage());
  await watcher.page.goto(conversationA);
  await watcher.expectTranscript(['Question of A', HeldModel.begun('Question of A')]);
  model.release('Question of A');
  await watcher.expectSaved();
  await chat.expectTranscript(begunB);
  await expect(chat.saved).toHaveCount(0);
  await expect(chat.stop).toBeVisible();

  // Back in A nothing of B is shown, and stopping there is not possible: A has ended.
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(conversationA);
  const wholeA = ['Question of A', HeldModel.whole('Question of A')];
  await chat.expectTranscript(wholeA);
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  model.release('Question of B');
  await page.goForward();
  await page.goForward();
  await chat.expectTranscript(['Question of B', HeldModel.whole('Question of B')]);
  await page.goto(conversationA);
  await chat.expectTranscript(wholeA);
});
