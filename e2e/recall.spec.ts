import { Client } from '@langchain/langgraph-sdk/client';
import type { Page } from '@playwright/test';

import { MEMORY_GRAPH_ID, SCOPE_STORAGE_KEY } from '#contract/names';

import { ConversationList } from './conversation-list.ts';
import { MemoryRegion } from './memory-region.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

const DECISION = 'We decided to rent the hangar at Belgrade from November on.';
const QUESTION = 'What did we decide about the hangar?';

/** Fifty conversations of the page's owner, about anything else. */
async function talkOfOtherThings(page: Page, url: string): Promise<void> {
  const scope = await page.evaluate((key) => localStorage.getItem(key), SCOPE_STORAGE_KEY);
  const client = new Client({ apiUrl: `${url}/api`, apiKey: scope ?? '' });
  const talk = async (number: number) => {
    const { thread_id } = await client.threads.create();
    const content = `Number ${number}: the weather over the airfield, and what we had for lunch.`;
    const input = { messages: [{ role: 'user', content }] };
    await client.runs.wait(thread_id, MEMORY_GRAPH_ID, { input });
  };
  await Promise.all(Array.from({ length: 50 }, (_, at) => talk(at + 1)));
}

test('a decision of fifty conversations ago is found by asking for it, and its link opens the very turn', async ({
  page,
  stack,
}) => {
  const chat = await openChat(page, stack);
  await chat.say(DECISION);
  const decidedIn = new URL(page.url()).pathname;
  await talkOfOtherThings(page, stack.url);
  await chat.startNew();
  await chat.say(QUESTION);
  const answer = chat.lastAnswer();
  await expect(answer.getByRole('blockquote').first()).toHaveText(DECISION);

  // The step says where it looked, with the same link.
  await page.getByText(/1 step$/).click();
  await page.locator('tl-tool-call summary').click();
  const found = page.locator('tl-recalled-turns').getByRole('link').first();
  await expect(found).toHaveAttribute('href', new RegExp(`^${decidedIn}#message-`));

  await answer.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`${decidedIn}#message-`));
  const turn = page.locator('tl-message').filter({ hasText: DECISION }).first();
  await expect(turn).toBeFocused();
});

test('a forgotten line can still be found where it was said, until that conversation is left out', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const chat = await openChat(page, stack);
  await chat.say('Please remember that the spare key hangs in hangar 7.');
  const memory = new MemoryRegion(page);
  const line = await memory.openLine('hangar 7');
  await line.getByRole('button', { name: /^Forget/ }).click();
  await expect(memory.notice).toContainText('can still find it in the conversation where it was');
  await memory.notice.getByRole('button', { name: 'Leave that conversation out' }).click();
  await expect(memory.notice).toContainText('left out of recall');
  const list = new ConversationList(page);
  await page.reload();
  await expect(list.links.filter({ hasText: 'left out of recall' })).toHaveCount(1);
  await chat.startNew();
  await chat.say('What did I tell you about the spare key?');
  await expect(chat.lastAnswer()).toContainText('I found nothing about that');

  await list.choose('Please remember', 'Take into recall again');
  await expect(list.links.filter({ hasText: 'left out of recall' })).toHaveCount(0);
  await chat.startNew();
  await chat.say('Where did you say that the spare key hangs?');
  await expect(chat.lastAnswer()).toContainText('hangs in hangar 7');
});
