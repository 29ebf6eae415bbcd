import { HeldModel } from './held-model.ts';
import { MemoryRegion } from './memory-region.ts';
import { modelEndpoint } from './model-endpoint.ts';
import { openChat, openInMidAnswer } from './open-chat.ts';
import { expect, test } from './stack.ts';

test('an answer is said to be saved again after a reload and a crash, by a read of that moment alone', async ({
  page,
  stack,
}) => {
  const chat = await openChat(page, stack);
  await chat.say('Please remember that my alternate is Helena.');
  await stack.crashAndRestart();
  const authored: string[] = [];
  page.on('request', (request) => {
    const reads = request.method() === 'GET' || /\/(history|search)$/.test(request.url());
    if (!reads) authored.push(`${request.method()} ${request.url()}`);
  });
  await page.reload();
  await chat.expectSaved();
  await chat.saved.click();
  await expect(page.getByText(/confirmed checkpoint at read time \d/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chat.source).toHaveAttribute('data-source', 'checkpoint');
  expect(authored).toEqual([]);

  // The conversation was gone on with elsewhere between the two reads: nothing is claimed.
  await page.route('**/history', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const head = /"checkpoint_id":"([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';
    await route.fulfill({ response, body: text.replaceAll(head, crypto.randomUUID()) });
  });
  await page.reload();
  await expect(
    page.getByText('Not confirmed as saved: the conversation has moved on'),
  ).toBeVisible();
  await expect(chat.saved).toHaveCount(0);
  await expect(chat.lastAnswer()).toContainText('Helena');
});

test('an answer given anew is compared with the new head, and so after a reload', async ({
  page,
  stack,
}) => {
  await using endpoint = await modelEndpoint();
  const chat = await openChat(page, stack, endpoint);
  await chat.say('Good morning.');
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect(chat.versions).toContainText('2 of 2');
  await chat.expectSaved();
  await page.reload();
  await chat.expectSaved();
  await page.getByRole('button', { name: 'Previous version' }).click();
  await expect(page.getByText('This is an earlier version')).toBeVisible();
  await expect(chat.saved).toHaveCount(0);
});

test('a conversation that leaves the memory alone is saved without an observation', async ({
  page,
  stack,
}) => {
  const chat = await openChat(page, stack);
  await page.getByLabel('Memory in this conversation').selectOption('off');
  await chat.say('Good morning.');
  await page.reload();
  await chat.expectSaved();
  await expect(chat.source).toHaveAttribute('data-source', 'none');
});

test('a stopped turn is not said to be saved, before or after a reload; its question can be worded anew', async ({
  page,
  stack,
}) => {
  await using model = await HeldModel.start();
  const chat = await openInMidAnswer(page, stack, model, 'What is the plan?');
  await chat.stop.click();
  await expect(chat.lastAnswer().getByText('Stopped here')).toBeVisible();
  await page.reload();
  await expect(chat.lastAnswer().getByText('Stopped here')).toBeVisible();
  await expect(chat.saved).toHaveCount(0);
  model.release('What was the plan?');
  await chat.reword(0, 'What was the plan?');
  await chat.expectTranscript(['What was the plan?', HeldModel.whole('What was the plan?')]);
  await page.reload();
  await chat.expectSaved();
});

test.describe('with a provider that fails', () => {
  test.use({ expectedConsole: /Failed to load resource/ });

  test('a failed turn is not said to be saved; sent again, the question stands once', async ({
    page,
    stack,
  }) => {
    const endpoint = await modelEndpoint();
    const chat = await openChat(page, stack, endpoint);
    await chat.say('Good morning.');
    await endpoint[Symbol.asyncDispose]();
    await chat.send('What do you remember?');
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 30_000 });
    await expect(chat.saved).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(chat.saved).toHaveCount(0);

    await using again = await modelEndpoint();
    stack.configure(again.env);
    await stack.crashAndRestart();
    await page.reload();
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    await expect(tryAgain).toHaveCount(1);
    // That of the first question, which has an answer.
    await expect(page.getByRole('button', { name: 'Regenerate' })).toHaveCount(1);
    await expect(chat.composer).toHaveValue('');
    await tryAgain.click();
    await chat.expectSaved();
    await expect(chat.versions).toHaveCount(0);
    await expect(page.getByText('What do you remember?')).toHaveCount(1);
    const prompt = again.prompts().at(-1)?.conversation ?? '';
    expect(prompt.match(/What do you remember/g)).toHaveLength(1);
    await page.reload();
    await chat.expectSaved();
    await expect(page.getByText('What do you remember?')).toHaveCount(1);
  });
});

test.describe('when the read after a turn fails', () => {
  test.use({ expectedConsole: /503/ });

  test('what the turn wrote stays, nothing is called saved, and what is known is said', async ({
    page,
    stack,
  }) => {
    const chat = await openChat(page, stack);
    const memory = new MemoryRegion(page);
    await chat.say('Good morning.');
    await page.route('**/api/threads/*/state*', (route) =>
      route.fulfill({ status: 503, json: { error: 'unavailable', message: 'The disk is busy.' } }),
    );
    await chat.send('Please remember that I fly a PC-12.');
    await expect(page.getByText('Not confirmed as saved: the saved state could not')).toBeVisible();
    await expect(chat.saved).toHaveCount(0);
    await expect(memory.lines).toHaveText([/I fly a PC-12/]);

    await page.unroute('**/api/threads/*/state*');
    await page.reload();
    await chat.expectSaved();
    await expect(memory.lines).toHaveText([/I fly a PC-12/]);
    await chat.say('What do you know about me?');
    await expect(chat.lastAnswer()).toContainText('PC-12');
  });
});
