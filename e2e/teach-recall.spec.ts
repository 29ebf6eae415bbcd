import { ChatPage } from './chat-page.ts';
import { modelEndpoint } from './model-endpoint.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

const MODELS = [
  { name: 'the demo model', overHttp: false },
  { name: 'ChatOpenAI over HTTP', overHttp: true },
];

for (const { name, overHttp } of MODELS) {
  test.describe(`with ${name}`, () => {
    test('teach, kill -9, reload, recall in a new conversation; another browser knows nothing', async ({
      page,
      browser,
      stack,
    }) => {
      await using endpoint = overHttp ? await modelEndpoint() : undefined;
      const chat = await openChat(page, stack, endpoint);

      await chat.suggest('Tell it about your operation');
      await expect(page).toHaveURL(/\/c\/[0-9a-f-]{36}$/);
      await expect(chat.source).toHaveAttribute('data-source', 'live');
      await expect(chat.lines.filter({ hasText: 'PC-12' }).first()).toBeVisible();
      const taughtIn = page.url();

      await stack.crashAndRestart();
      await page.reload();
      await expect(page).toHaveURL(taughtIn);
      await expect(chat.answers.last()).toBeVisible();
      await expect(chat.source).toHaveAttribute('data-source', 'checkpoint');

      await chat.startNew();
      await chat.suggest('Start over and ask what it knows');
      await expect(page).not.toHaveURL(taughtIn);
      await expect(chat.lastAnswer()).toContainText('PC-12');
      await expect(chat.lastAnswer()).toContainText('KBZN');

      const stranger = new ChatPage(await (await browser.newContext()).newPage());
      await stranger.page.goto(stack.url);
      await stranger.suggest('Start over and ask what it knows');
      await expect(stranger.lastAnswer()).not.toContainText('PC-12');
      await expect(stranger.page.getByText('No memory used in this chat')).toBeVisible();
      await stranger.page.goto(taughtIn);
      await expect(stranger.page.getByRole('alert')).toBeVisible();
      await expect(stranger.page.getByText('KBZN')).toHaveCount(0);
      await stranger.page.context().close();
    });
  });
}
