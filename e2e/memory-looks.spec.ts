import { MEMORY_TEST_IDS } from '#contract/names';

import { expectAccessible } from './accessibility.ts';
import { MemoryRegion } from './memory-region.ts';
import { openChat } from './open-chat.ts';
import { setScreen, takePicture } from './pictures.ts';
import { expect, test } from './stack.ts';

for (const width of [360, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`what a person does with the memory is accessible at ${width} px, ${colorScheme}`, async ({
      page,
      stack,
    }) => {
      test.slow();
      await setScreen(page, { width, colorScheme });
      const chat = await openChat(page, stack);
      const memory = new MemoryRegion(page);
      const inPanel = async (act: () => Promise<void>) => {
        if (width === 360) await page.getByRole('button', { name: 'Memory', exact: true }).click();
        await act();
        if (width === 360)
          await page.getByRole('button', { name: 'Close', exact: true }).first().click();
      };

      // On a phone the settings of a chat stand behind one button, and stay in sight once opened.
      if (width === 360) await page.getByRole('button', { name: 'Settings of this chat' }).click();
      await page.getByRole('button', { name: 'Add a standing instruction' }).click();
      await page
        .getByRole('textbox', { name: 'Standing instruction' })
        .fill('Metric units, always');
      await page.keyboard.press('Enter');
      await chat.say('Please remember that I fly a PC-12 from KBZN.');
      await memory.receipts.last().click();
      await expect(page.getByLabel('Text of version 1', { exact: true })).toBeVisible();
      await expectAccessible(page);
      await takePicture(page, 'receipt');
      await page.keyboard.press('Escape');

      await page.getByLabel('Memory in this conversation').selectOption('ask');
      await chat.send('Please remember that my base is KBZN.');
      await expect(page.getByTestId(MEMORY_TEST_IDS.question).locator('ins')).toBeVisible();
      await expectAccessible(page);
      await takePicture(page, 'question');

      await inPanel(async () => {
        await memory.openLine('PC-12');
        for (const tool of [
          'Edit as text',
          'History',
          'Export and import',
          'Move to another browser',
          'Erase all',
        ]) {
          await memory.choose(tool);
          await expect(memory.above).toBeVisible();
          if (tool === 'History') await memory.revisions.first().getByRole('button').click();
          await expectAccessible(page);
          await takePicture(page, tool.replaceAll(' ', '-'));
          await page.keyboard.press('Escape');
          await expect(memory.above).toHaveCount(0);
        }
      });
    });
  }
}
