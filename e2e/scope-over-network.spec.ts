import { authoring, expectBlocked } from './blocked.ts';
import { ChatPage } from './chat-page.ts';
import { expect, test } from './stack.ts';

const NAME = 'throughline.test';

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const resolve = `--host-resolver-rules=MAP ${NAME} 127.0.0.1`;
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), resolve] });
  },
  // Over plain http the browser says that it ignores one of our headers.
  expectedConsole: /Cross-Origin-Opener-Policy/,
});

test('plain http over a network name blocks, and the warning says why', async ({ page, stack }) => {
  stack.configure({ ALLOWED_HOSTS: NAME });
  await stack.start();
  const requests = authoring(page);
  await page.goto(`http://${NAME}:${stack.port}/`);
  await expectBlocked(new ChatPage(page), /plain http.*reload/i, requests);
});

test.describe('a name that the server was not told of', () => {
  test.use({ expectedConsole: /Failed to load resource|Cross-Origin-Opener-Policy/ });

  test('is refused before anything is served (DNS rebinding)', async ({ page, stack }) => {
    await stack.start();
    const reply = await page.goto(`http://${NAME}:${stack.port}/`);
    expect(reply?.status()).toBe(403);
    expect(await page.content()).not.toContain('tl-root');
  });
});
