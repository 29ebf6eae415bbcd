import type { Page } from '@playwright/test';

import { MEMORY_PATH } from '#contract/names';

import { MemoryRegion } from './memory-region.ts';
import { modelThatCalls } from './called-tools.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

const LINK = 'Open the chat that wrote it';

/** The message that has the focus, as the transcript shows it. */
const marked = (page: Page) => page.locator('tl-message:focus');

test('a line leads to the very turn that wrote it, from elsewhere, again, and after a reload', async ({
  page,
  stack,
}) => {
  const chat = await openChat(page, stack);
  const memory = new MemoryRegion(page);
  for (const topic of ['rivers', 'lakes', 'roads']) await chat.say(`I have a word on ${topic}.`);
  await chat.say('Please remember that I fly a PC-12.');
  for (let more = 0; more < 8; more += 1)
    await chat.say(`Number ${more}: ${'a long story about weather and runways. '.repeat(30)}`);
  const conversation = page.url();
  await expect(marked(page)).toHaveCount(0);

  // In the open conversation, from its end; and again after the person has left the turn.
  const link = memory.lines.first().getByRole('link', { name: LINK });
  for (let times = 0; times < 2; times += 1) {
    await memory.openLine('PC-12');
    await link.click();
    await expect(page).toHaveURL(new RegExp(`^${conversation}#message-`));
    await expect(marked(page)).toContainText('Remembered:');
    await expect(marked(page)).toBeInViewport();
    await page.getByRole('button', { name: 'Jump to the newest' }).click();
    await expect(marked(page)).toHaveCount(0);
  }

  await chat.startNew();
  await memory.openLine('PC-12');
  await link.click();
  await expect(marked(page)).toContainText('Remembered:');
  await expect(marked(page)).toBeInViewport();
  await page.reload();
  await expect(marked(page)).toContainText('Remembered:');
  await expect(marked(page)).toBeInViewport();
});

test('on a phone the sheet gives way to the turn', async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const chat = await openChat(page, stack);
  await chat.say('Please remember that I fly a PC-12.');
  await page.getByRole('button', { name: 'Memory', exact: true }).click();
  const line = await new MemoryRegion(page).openLine('PC-12');
  await line.getByRole('link', { name: LINK }).click();
  await expect(page.getByRole('dialog', { name: 'Memory' })).toBeHidden();
  await expect(marked(page)).toContainText('Remembered:');
});

test('a subagent’s line leads to the turn that set it to work', async ({ page, stack }) => {
  const args = { file_path: MEMORY_PATH, content: '- by a subagent\n' };
  const task = { description: 'write it', subagent_type: 'general-purpose' };
  await using endpoint = await modelThatCalls({
    go: [{ name: 'task', args: task }],
    'write it': [{ name: 'write_file', args }],
  });
  const chat = await openChat(page, stack, endpoint);
  await chat.say('go');
  const line = await new MemoryRegion(page).openLine('by a subagent');
  await line.getByRole('link', { name: LINK }).click();
  await expect(marked(page)).toContainText('task');
});

test('a turn that is on another branch by now is said to be gone', async ({
  page,
  stack,
  request,
}) => {
  const chat = await openChat(page, stack);
  const memory = new MemoryRegion(page);
  await chat.say('hello');
  const headers = {
    'x-api-key': await page.evaluate(() => Object.values(localStorage)[0] as string),
  };
  const thread = `${stack.url}/api/threads/${new URL(page.url()).pathname.split('/').at(-1) ?? ''}`;
  const { checkpoint } = (await (await request.get(`${thread}/state`, { headers })).json()) as {
    checkpoint: object;
  };
  await chat.say('Please remember that I fly a PC-12.');
  await chat.startNew();
  const forked = await request.post(`${thread}/state`, {
    headers,
    data: { values: {}, checkpoint },
  });
  expect(forked.status()).toBe(200);
  const line = await memory.openLine('PC-12');
  await line.getByRole('link', { name: LINK }).click();
  await expect(page.getByText('not in this conversation any more')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(2);
  await chat.startNew();
  await expect(page.getByText('not in this conversation any more')).toHaveCount(0);
});
