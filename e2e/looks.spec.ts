import { expectAccessible } from './accessibility.ts';
import { HeldModel } from './held-model.ts';
import { openChat, openInMidAnswer } from './open-chat.ts';
import { setScreen, takeDocumented } from './pictures.ts';
import { expect, test } from './stack.ts';

for (const width of [360, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is legible and accessible at ${width} px, ${colorScheme}`, async ({ page, stack }) => {
      await setScreen(page, { width, colorScheme });
      const chat = await openChat(page, stack);
      await expect(
        page.getByRole('button', { name: 'Tell it about your operation' }),
      ).toBeEnabled();
      // Its words come with code that is loaded late.
      if (width === 1440) await expect(page.locator('.memory-used')).toHaveText(/No memory used/);
      await expectAccessible(page);
      await takeDocumented(page, `welcome-${width}-${colorScheme}`);

      await chat.suggest('Tell it about your operation');
      await expectAccessible(page);
      if (width === 360) {
        await takeDocumented(page, `chat-${width}-${colorScheme}`);
        await page.getByRole('button', { name: 'Memory', exact: true }).click();
        await expect(chat.lines.first()).toBeVisible();
        await expectAccessible(page);
      }
      await expect(chat.source).toHaveAttribute('data-source', 'live');
      await takeDocumented(page, `teach-${width}-${colorScheme}`);
    });
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`what waits and what was stopped is legible and accessible at 360 px, ${colorScheme}`, async ({
    page,
    stack,
  }) => {
    await using model = await HeldModel.start();
    await setScreen(page, { width: 360, colorScheme });
    const chat = await openInMidAnswer(page, stack, model, 'First question');
    await chat.send('Second question');
    await expect(chat.queue.getByText('Queued')).toBeVisible();
    await chat.composer.fill('Third question');
    const interrupt = page.getByRole('button', { name: 'Interrupt and send' });
    await expect(interrupt).toBeVisible();
    await expectAccessible(page);
    await takeDocumented(page, `queue-360-${colorScheme}`);
    await interrupt.click();
    await expect(page.getByText('Stopped here')).toBeVisible();
    await expectAccessible(page);
  });
}
