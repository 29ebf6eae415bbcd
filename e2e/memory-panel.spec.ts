import { writeFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { MemoryRegion } from './memory-region.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

const NOTES = '- base KBZN\n- flies a PC-12\n- prefers metric\n';

test.describe('with a memory of three lines', () => {
  test.beforeEach(async ({ page, stack }) => {
    await openChat(page, stack);
    const memory = new MemoryRegion(page);
    await memory.edit(NOTES);
    await expect(memory.lines).toHaveCount(3);
  });

  test.describe('imported', () => {
    test.use({ expectedConsole: /409 \(Conflict\)/ });

    test('over what was written meanwhile it is a choice of both texts', async ({
      page,
      context,
      stack,
    }, info) => {
      const memory = new MemoryRegion(page);
      const path = info.outputPath('notes.md');
      await writeFile(path, NOTES.replace('KBZN', 'KJAC'));
      await memory.choose('Export and import');
      await memory.above.getByLabel('A text file, or a JSON file').setInputFiles(path);
      await expect(memory.above.getByLabel('Text to be imported')).toContainText('KJAC');
      const other = await context.newPage();
      await other.goto(stack.url);
      await new MemoryRegion(other).edit(NOTES.replace('KBZN', 'KSEA'));
      await expect(memory.lines.first()).toContainText('KSEA');
      await memory.buttonAbove('Import').click();
      await expect(memory.conflict).toBeVisible();
      await expect(memory.conflict.getByLabel('Mine')).toHaveValue(/KJAC/);
      await expect(memory.conflict.getByLabel('Theirs, as it stands now')).toHaveValue(/KSEA/);
      await memory.conflict.getByRole('button', { name: 'Save mine' }).click();
      await expect(memory.conflict).toBeHidden();
      await expect(memory.above).toContainText('Imported as version 3');
      await expect(memory.lines.first()).toContainText('KJAC');
    });
  });

  const BAD: readonly [string, string, Buffer][] = [
    ['no text', 'notes.md', Buffer.from([0xff, 0xfe, 0x41])],
    ['no exported memory', 'notes.json', Buffer.from('{"text":"- x"}')],
    ['broken JSON', 'notes.json', Buffer.from('{"text":')],
  ];
  for (const [problem, name, content] of BAD)
    test(`a file that is ${problem} is refused in a sentence, and nothing is written`, async ({
      page,
    }) => {
      const memory = new MemoryRegion(page);
      await memory.choose('Export and import');
      const file = { name, mimeType: 'text/plain', buffer: content };
      await memory.above.getByLabel('A text file, or a JSON file').setInputFiles(file);
      await expect(memory.above.getByRole('status').filter({ hasText: 'That' })).toHaveText(
        /That file is not plain text \(in UTF-8\)\.|That JSON file is not a memory that was exported here\./,
      );
      await expect(memory.buttonAbove('Import')).toHaveCount(0);
      await expect(memory.lines).toHaveCount(3);
    });

  test.describe('imported too large', () => {
    test.use({ expectedConsole: /413/ });

    test('is refused with the limit', async ({ page }) => {
      const memory = new MemoryRegion(page);
      await memory.choose('Export and import');
      const buffer = Buffer.from('x'.repeat(65_537));
      const file = { name: 'big.md', mimeType: 'text/plain', buffer };
      await memory.above.getByLabel('A text file, or a JSON file').setInputFiles(file);
      await memory.buttonAbove('Import').click();
      await expect(memory.above).toContainText(/Not imported: .*65,536/);
      await expect(memory.lines).toHaveCount(3);
    });
  });

  test('is edited, forgotten, brought back and looked through by keyboard alone', async ({
    page,
  }) => {
    const memory = new MemoryRegion(page);
    await page.reload();
    await expect(memory.lines).toHaveCount(3);
    const focused = page.locator(':focus');

    // The list is one stop; the arrows move inside it.
    await tabTo(page, 'base KBZN');
    await page.keyboard.press('ArrowDown');
    await expect(focused).toHaveAccessibleName('flies a PC-12');
    await tabTo(page, 'Forget: flies a PC-12');
    await page.keyboard.press('Enter');
    await expect(memory.lines).toHaveCount(2);
    await expect(focused).not.toHaveCount(0);
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    await expect(memory.lines).toHaveCount(3);

    const choose = async (name: string) => {
      await tabTo(page, 'Memory menu');
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name }).press('Enter');
    };
    await choose('Edit as text');
    await expect(memory.editor).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('- by keyboard\n');
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await expect(memory.lines).toHaveText([/by keyboard/, /KBZN/, /PC-12/, /metric/]);
    await page.keyboard.press('Escape');
    await expect(memory.above).toHaveCount(0);

    await choose('History');
    await expect(memory.revisions).toHaveCount(4);
    await tabTo(page, /^Version 4/);
    await page.keyboard.press('End');
    await expect(focused).toHaveAccessibleName(/^Version 1/);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Restore version 1');
    await page.keyboard.press('Enter');
    await expect(memory.lines).toHaveCount(3);
  });

  test.describe('a view that does not load', () => {
    test.use({ expectedConsole: /net::ERR_FAILED|Failed to fetch|ERROR/ });

    test('says so in its place, and the rest of the panel goes on', async ({ page }) => {
      await page.reload();
      const memory = new MemoryRegion(page);
      await expect(memory.lines).toHaveCount(3);
      // What was loaded ahead stays; only what is asked for from here on fails.
      await page.route(/chunk-.*\.js$/, (route) => route.abort());
      await memory.choose('History');
      await expect(page.getByRole('alert')).toContainText('This view could not be loaded.');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(memory.lines).toHaveCount(3);
    });
  });
});

test('on a phone a dot tells of a write that was not seen', async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const chat = await openChat(page, stack);
  const button = page.getByRole('button', { name: 'Memory', exact: true });
  await expect(button).toBeVisible();
  await expect(page.locator('.unseen-dot')).toHaveCount(0);
  await chat.say('Please remember that I fly a PC-12.');
  await expect(page.locator('.unseen-dot')).toBeVisible();
  await expect(button).toHaveAccessibleDescription('Something new was written.');
  await button.click();
  await expect(new MemoryRegion(page).lines).toHaveText([/PC-12.*new/s]);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.unseen-dot')).toHaveCount(0);
  await expect(button).toHaveAccessibleDescription('');
});

/** Moves the focus on until it is on what is named so, as a person without a pointer does. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press('Tab');
    const words = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.ariaLabel ?? activeElement?.textContent.trim() ?? '';
    });
    if (typeof name === 'string' ? words === name : name.test(words)) return;
  }
  throw new Error(`The focus never comes to ${String(name)}.`);
}
