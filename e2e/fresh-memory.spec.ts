import { ChatPage } from './chat-page.ts';
import { modelEndpoint } from './model-endpoint.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

test('memory changed by conversation B is in the very next model call of the old conversation A', async ({
  page,
  context,
  stack,
}) => {
  await using endpoint = await modelEndpoint();
  const a = await openChat(page, stack, endpoint);
  await a.say('Please remember that my alternate is Helena.');
  const conversationA = page.url();

  const b = new ChatPage(await context.newPage());
  await b.page.goto(stack.url);
  await b.say('Please remember that the fuel card is in the left pocket.');

  const before = endpoint.prompts().length;
  await a.say('Good morning.');
  expect(page.url()).toBe(conversationA);
  const next = endpoint.prompts()[before];
  expect(next?.lastUserText).toBe('Good morning.');
  expect(next?.system).toContain('the fuel card is in the left pocket');
  expect(next?.system).toContain('Helena');
  // What the panel shows is the same read as what the prompt held.
  await expect(a.lines.filter({ hasText: 'left pocket' })).toBeVisible();
  await expect(a.source).toHaveAttribute('data-source', 'live');
});
