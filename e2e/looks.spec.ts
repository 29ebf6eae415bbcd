import { join } from 'node:path';

import { expectAccessible } from './accessibility.ts';
import { ChatPage } from './chat-page.ts';
import { HeldModel } from './held-model.ts';
import { expect, test } from './stack.ts';

const images = join(import.meta.dirname, '..', 'docs', 'images');

for (const width of [360, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is legible and accessible at ${width} px, ${colorScheme}`, async ({ page, stack }) => {
      await stack.start();
      // The pictures land in docs/: the same page gives the same picture.
      await page.clock.setFixedTime(new Date('2026-11-30T14:02:07'));
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
      await page.goto(stack.url);
      const chat = new ChatPage(page);
      await expect(
        page.getByRole('button', { name: 'Tell it about your operation' }),
      ).toBeEnabled();
      await expectAccessible(page);
      await page.screenshot({
        animations: 'disabled',
        path: join(images, `welcome-${width}-${colorScheme}.png`),
      });

      await chat.suggest('Tell it about your operation');
      await expectAccessible(page);
      if (width === 360) {
        await page.screenshot({
          animations: 'disabled',
          path: join(images, `chat-${width}-${colorScheme}.png`),
        });
        await page.getByRole('button', { name: /^Memory/ }).click();
        await expect(chat.lines.first()).toBeVisible();
        await expectAccessible(page);
      }
      await expect(chat.source).toHaveAttribute('data-source', 'live');
      await page.screenshot({
        animations: 'disabled',
        path: join(images, `teach-${width}-${colorScheme}.png`),
      });
    });
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`what waits and what was stopped is legible and accessible at 360 px, ${colorScheme}`, async ({
    page,
    stack,
  }) => {
    await using model = await HeldModel.start();
    stack.configure(model.env);
    await stack.start();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(stack.url);
    const chat = new ChatPage(page);
    await chat.send('First question');
    await chat.expectTranscript(['First question', HeldModel.begun('First question')]);
    await chat.send('Second question');
    await expect(chat.queue.getByText('Queued')).toBeVisible();
    await chat.composer.fill('Third question');
    const interrupt = page.getByRole('button', { name: 'Interrupt and send' });
    await expect(interrupt).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: join(images, `queue-360-${colorScheme}.png`) });
    await interrupt.click();
    await expect(page.getByText('Stopped here')).toBeVisible();
    await expectAccessible(page);
  });
}
