import { expectAccessible } from './accessibility.ts';
import { openChat } from './open-chat.ts';
import { setScreen, takePicture } from './pictures.ts';
import { expect, test } from './stack.ts';

test.use({ expectedConsole: /Failed to load resource/ });

for (const width of [360, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`menus, lists of keys and what went wrong are accessible at ${width} px, ${colorScheme}`, async ({
      page,
      stack,
    }) => {
      test.slow();
      await setScreen(page, { width, colorScheme });
      const chat = await openChat(page, stack);
      const look = async (name: string) => {
        await expectAccessible(page);
        await takePicture(page, name);
      };
      await look('welcome');
      if (width === 360)
        await page.getByRole('button', { name: 'Conversations', exact: true }).click();
      await page.getByRole('button', { name: /^Theme/ }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await look('theme');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Settings' }).click();
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
      await look('settings');
      await page.getByRole('button', { name: 'Show the keyboard shortcuts' }).click();
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await look('shortcuts');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await chat.say('Good morning.');
      await page.goto(`${stack.url}/c/${crypto.randomUUID()}`);
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      await look('no such conversation');
      await page.goto(stack.url);
      await page.evaluate(() => localStorage.clear());
      await chat.send('Good morning.');
      await expect(chat.scopeWarning).toBeVisible();
      await look('blocked');
    });
  }
}
