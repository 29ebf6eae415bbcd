import { randomUUID } from 'node:crypto';

import { Client } from '@langchain/langgraph-sdk/client';

import { MESSAGE_ID_KEY } from '#contract/branches';
import { MEMORY_GRAPH_ID, SCOPE_STORAGE_KEY } from '#contract/names';

import { ChatPage } from './chat-page.ts';
import { modelEndpoint } from './model-endpoint.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

test('a message worded anew makes a version of its own: the model sees no trace of the old one', async ({
  page,
  context,
  stack,
}) => {
  await using endpoint = await modelEndpoint();
  const chat = await openChat(page, stack, endpoint);
  await chat.say('Please remember that my alternate is Helena.');
  await chat.say('Tell me about zebras.');
  await chat.say('Tell me about yaks.');

  const other = new ChatPage(await context.newPage());
  await other.page.goto(page.url());
  await expect(other.page.getByText('Tell me about yaks.')).toBeVisible();

  await chat.reword(1, 'Tell me about walruses.');
  const prompt = endpoint.prompts().at(-1);
  expect(prompt?.lastUserText).toBe('Tell me about walruses.');
  expect(prompt?.conversation).toContain('Helena');
  expect(prompt?.conversation).not.toMatch(/zebras|yaks/);
  // Memory is not rewound: it still holds what the conversation has taught.
  expect(prompt?.system).toContain('Helena');
  await expect(page.getByText(/zebras|yaks/)).toHaveCount(0);
  await expect(chat.versions).toHaveCount(1);
  await expect(chat.versions).toContainText('2 of 2');

  // The other tab follows to the new version by itself.
  await expect(other.page.getByText('Tell me about walruses.')).toBeVisible();
  await expect(other.page.getByText(/zebras|yaks/)).toHaveCount(0);
  await expect(other.versions).toContainText('2 of 2');

  // After a reload the versions are still told, and the earlier one is shown as what it is.
  await page.reload();
  await expect(chat.versions).toContainText('2 of 2');
  await page.getByRole('button', { name: 'Previous version' }).click();
  await expect(page.getByText('Tell me about yaks.')).toBeVisible();
  await expect(page.getByText('walruses')).toHaveCount(0);
  await expect(chat.versions).toContainText('1 of 2');
  await expect(page.getByText('This is an earlier version')).toBeVisible();
  await expect(chat.source).toHaveAttribute('data-source', 'checkpoint');
  await expect(chat.saved).toHaveCount(0);

  // What is sent from there goes on from it.
  await chat.say('Tell me about xerus.');
  expect(endpoint.prompts().at(-1)?.conversation).toMatch(/zebras.*yaks.*xerus/);
  expect(endpoint.prompts().at(-1)?.conversation).not.toContain('walruses');
  await expect(page.getByText('This is an earlier version')).toHaveCount(0);
  await expect(chat.versions).toContainText('1 of 2');
  await page.getByRole('button', { name: 'Next version' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Previous version' })).toBeFocused();
  await expect(page.getByText('Tell me about walruses.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the newest version' }).click();
  await expect(page.getByText('Tell me about xerus.')).toBeVisible();
});

test('the first message can be worded anew, an answer given anew, and the way up edits what was said last', async ({
  page,
  stack,
}) => {
  await using endpoint = await modelEndpoint();
  const chat = await openChat(page, stack, endpoint);
  await chat.say('Good morning.');
  await chat.composer.press('ArrowUp');
  const wording = page.getByRole('textbox', { name: 'New wording' });
  await expect(wording).toBeFocused();
  await expect(wording).toHaveValue('Good morning.');
  await wording.press('Escape');
  await expect(wording).toHaveCount(0);
  await expect(chat.composer).toBeFocused();

  await chat.composer.press('ArrowUp');
  await wording.fill('Good evening.');
  await wording.press('Enter');
  await expect(chat.composer).toBeFocused();
  await expect(chat.versions).toContainText('2 of 2');
  await chat.expectSaved();
  expect(endpoint.prompts().at(-1)?.conversation).not.toContain('morning');

  const before = endpoint.prompts().length;
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect(chat.versions).toContainText('3 of 3');
  await chat.expectSaved();
  expect(endpoint.prompts().length).toBe(before + 1);
  expect(endpoint.prompts().at(-1)?.conversation).toBe(endpoint.prompts().at(-2)?.conversation);
  await expect(page.getByRole('article').filter({ hasText: 'Good evening.' })).toHaveCount(1);
});

test('in a conversation of 400 messages branches part at the very turn, by reads that stay small', async ({
  page,
  stack,
}) => {
  // Two hundred turns are taken first.
  test.slow();
  await stack.start();
  const scope = randomUUID();
  const client = new Client({ apiUrl: `${stack.url}/api`, apiKey: scope });
  const { thread_id: thread } = await client.threads.create();
  for (let turn = 0; turn < 200; turn++) {
    const id = randomUUID();
    const input = { messages: [{ type: 'human', id, content: `Question ${turn}, please.` }] };
    await client.runs.wait(thread, MEMORY_GRAPH_ID, { input, metadata: { [MESSAGE_ID_KEY]: id } });
  }
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    SCOPE_STORAGE_KEY,
    scope,
  ] as const);
  const sizes: number[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/history')) sizes.push((await response.body()).byteLength);
  });
  const chat = new ChatPage(page);
  await page.goto(`${stack.url}/c/${thread}`);
  await expect(page.getByText('Question 199, please.')).toBeVisible();
  await chat.showAll();
  await chat.reword(150, 'Something else, please.');
  await expect(chat.versions).toHaveCount(1);
  await expect(chat.versions).toContainText('2 of 2');
  await expect(page.getByText('Question 149, please.')).toHaveCount(1);
  await expect(page.getByText('Question 150, please.')).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Previous version' }).click();
  await expect(page.getByText('Question 199, please.')).toBeVisible();
  expect(Math.max(...sizes)).toBeLessThan(100_000);
});

test('no other identity can go on from a checkpoint, or read where it stands', async ({
  stack,
}) => {
  await stack.start();
  const mine = new Client({ apiUrl: `${stack.url}/api`, apiKey: randomUUID() });
  const { thread_id: thread } = await mine.threads.create();
  await mine.runs.wait(thread, MEMORY_GRAPH_ID, {
    input: { messages: [{ type: 'human', content: 'Please remember that I am Ada.' }] },
  });
  const { checkpoint } = await mine.threads.getState(thread);
  const stranger = new Client({
    apiUrl: `${stack.url}/api`,
    apiKey: randomUUID(),
    callerOptions: { maxRetries: 0 },
  });
  const fork = { input: { messages: [] }, checkpointId: checkpoint.checkpoint_id ?? '' };
  await expect(stranger.runs.wait(thread, MEMORY_GRAPH_ID, fork)).rejects.toThrow('404');
  const { thread_id: own } = await stranger.threads.create();
  await expect(stranger.runs.wait(own, MEMORY_GRAPH_ID, fork)).rejects.toThrow('404');
  await expect(stranger.threads.getHistory(thread)).rejects.toThrow('404');
});
