import { readFile } from 'node:fs/promises';

import { ChatPage } from './chat-page.ts';
import { ConversationList } from './conversation-list.ts';
import { modelEndpoint } from './model-endpoint.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

/** One red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const NOTES = 'Tail number N12KA\n<img src="https://example.org/x.png">\n';
const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from(NOTES) };
const photo = { name: 'photo.png', mimeType: 'image/png', buffer: PNG };

test('text and an image go with a message, byte for byte, and stay with it after a reload and in exports', async ({
  page,
  stack,
}) => {
  await using endpoint = await modelEndpoint();
  stack.configure({ ...endpoint.env, OPENAI_IMAGES: 'on' });
  await stack.start();
  const outside: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(stack.url) && !url.startsWith('data:')) outside.push(url);
  });
  const chat = new ChatPage(page);
  await page.goto(stack.url);
  const chips = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
  await page.getByLabel('Files to attach').setInputFiles([notes, photo]);
  await expect(chips).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect(chips).toHaveText([/photo\.png/]);
  await page.getByLabel('Files to attach').setInputFiles([notes]);
  await chat.say('Good morning.');
  await expect(chips).toHaveCount(0);

  const sent = endpoint.prompts().at(-1)?.conversation ?? '';
  expect(JSON.parse(sent)).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Good morning.' },
        { type: 'text', text: 'Attached image "photo.png":' },
        {
          type: 'image_url',
          image_url: { url: `data:image/png;base64,${PNG.toString('base64')}` },
        },
        { type: 'text', text: `Attached file "notes.txt":\n\n${NOTES}` },
      ],
    },
  ]);

  await page.reload();
  await chat.expectSaved();
  const files = page.getByRole('list', { name: 'Files of this message' });
  await expect(files.getByRole('img', { name: 'photo.png' })).toHaveJSProperty('naturalWidth', 1);
  await files.getByText('notes.txt').click();
  expect(await files.locator('pre').textContent()).toBe(NOTES);
  await expect(files.locator('img')).toHaveCount(1);
  expect(outside).toEqual([]);

  // A conversation is called by what was said, not by what came with it.
  await expect(page.locator('.conversation-title')).toHaveText('Good morning.');

  // Words put anew keep the files.
  await chat.reword(0, 'Good evening.');
  expect(endpoint.prompts().at(-1)?.conversation).toBe(sent.replace('morning', 'evening'));

  const download = page.waitForEvent('download');
  await new ConversationList(page).choose('Good evening.', 'Export as Markdown');
  const markdown = await readFile(await (await download).path(), 'utf8');
  expect(markdown).toContain('Attached image `photo.png`.');
  expect(markdown).toContain(`Attached file \`notes.txt\`:\n\n\`\`\`\n${NOTES}`);
});

test('the demo model takes text and no image, which is said before sending; a denied send keeps the files', async ({
  page,
  stack,
}) => {
  const chat = await openChat(page, stack);
  await expect(page.getByText('takes no images')).toHaveCount(1);
  await page.getByLabel('Files to attach').setInputFiles([photo, notes]);
  await expect(page.getByRole('alert')).toContainText('photo.png: the model that answers here');
  const chips = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
  await expect(chips).toHaveText([/notes\.txt/]);

  // Dropped and pasted files are taken just so.
  const form = page.locator('.composer');
  for (const type of ['drop', 'paste'] as const) {
    await form.evaluate((target, kind) => {
      const data = new DataTransfer();
      data.items.add(new File([`by ${kind}`], `${kind}.txt`, { type: 'text/plain' }));
      const options = { bubbles: true, cancelable: true };
      target.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      );
    }, type);
  }
  await expect(chips).toHaveText([/notes\.txt/, /drop\.txt/, /paste\.txt/]);

  const before = page.getByText('You', { exact: true });
  await page.evaluate(() => localStorage.clear());
  await chat.send('Good morning.');
  await expect(chat.scopeWarning).toBeVisible();
  await expect(chips).toHaveCount(3);
  await expect(chat.composer).toHaveValue('Good morning.');
  await expect(before).toHaveCount(0);
});

test.describe('without a server', () => {
  test.use({ expectedConsole: /Failed to load resource|ERR_/ });

  test('a send that fails gives words and files back, and both arrive with the next', async ({
    page,
    stack,
  }) => {
    const chat = await openChat(page, stack);
    await page.getByLabel('Files to attach').setInputFiles([notes]);
    const chips = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
    await expect(chips).toHaveCount(1);
    await chat.expectWhole();
    await stack.kill9();
    await chat.send('Good morning.');
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(chips).toHaveText([/notes\.txt/]);
    await stack.start();
    await chat.composer.press('Enter');
    await chat.expectSaved();
    await expect(page.getByRole('list', { name: 'Files of this message' })).toContainText('notes');
  });
});

test('files alone are a message: titled and found by their names, and answered again', async ({
  page,
  stack,
}) => {
  await using endpoint = await modelEndpoint();
  stack.configure({ ...endpoint.env, OPENAI_IMAGES: 'on' });
  await stack.start();
  const chat = new ChatPage(page);
  await page.goto(stack.url);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeDisabled();
  await page.getByLabel('Files to attach').setInputFiles([photo, notes]);
  await send.click();
  await chat.expectSaved();
  const content = [
    { type: 'text', text: 'Attached image "photo.png":' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG.toString('base64')}` } },
    { type: 'text', text: `Attached file "notes.txt":\n\n${NOTES}` },
  ];
  const asked = () => JSON.parse(endpoint.prompts().at(-1)?.conversation ?? '') as unknown;
  expect(asked()).toEqual([{ role: 'user', content }]);
  await expect(page.locator('.conversation-title')).toHaveText('photo.png, notes.txt');

  await page.reload();
  await chat.expectSaved();
  const files = page.getByRole('list', { name: 'Files of this message' });
  await expect(files.getByText('notes.txt')).toBeVisible();
  const before = endpoint.prompts().length;
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect.poll(() => endpoint.prompts().length).toBeGreaterThan(before);
  await chat.expectSaved();
  expect(asked()).toEqual([{ role: 'user', content }]);

  const conversations = new ConversationList(page);
  await conversations.search.fill('notes');
  await expect(conversations.places(/photo\.png/).locator('mark')).toHaveText('notes');
  await conversations.search.fill('tail N12KA');
  await expect(conversations.places(/photo\.png/).locator('mark')).toHaveText(['Tail', 'N12KA']);
});
