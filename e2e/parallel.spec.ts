import { ChatPage } from './chat-page.ts';
import { modelEndpoint } from './model-endpoint.ts';
import { expect, test } from './stack.ts';

test('several conversations run at once on one memory, and keep what each was taught', async ({
  context,
  stack,
}) => {
  const facts = [
    'the spare key hangs in hangar 7',
    'my alternate is Helena',
    'fuel is in the left',
  ];
  // No answer begins before all three questions are there.
  await using endpoint = await modelEndpoint({ gather: facts.length });
  stack.configure(endpoint.env);
  await stack.start();
  const chats: ChatPage[] = [];
  for (const fact of facts) {
    const chat = new ChatPage(await context.newPage());
    await chat.page.goto(stack.url);
    await chat.send(`Please remember that ${fact}.`);
    chats.push(chat);
  }
  for (const chat of chats) await chat.expectSaved();
  expect(new Set(chats.map(({ page }) => page.url())).size).toBe(facts.length);

  const later = new ChatPage(await context.newPage());
  await later.page.goto(stack.url);
  await later.say('What do you remember?');
  for (const fact of facts) await expect(later.lastAnswer()).toContainText(fact);
});
