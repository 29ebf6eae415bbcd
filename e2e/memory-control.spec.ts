import { readFile } from 'node:fs/promises';

import { ChatPage } from './chat-page.ts';
import { MemoryRegion } from './memory-region.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

test.describe('with a memory of three lines', () => {
  test.beforeEach(async ({ page, stack }) => {
    await openChat(page, stack);
    await new MemoryRegion(page).edit('- base KBZN\n- flies a PC-12\n- prefers metric\n');
  });

  test.describe('edited in two tabs', () => {
    test.use({ expectedConsole: /409 \(Conflict\)/ });

    test('different lines are merged; the same line is a choice of both texts', async ({
      page,
      context,
      stack,
    }) => {
      const mine = new MemoryRegion(page);
      await mine.choose('Edit as text');
      const theirPage = await context.newPage();
      await theirPage.goto(stack.url);
      const theirs = new MemoryRegion(theirPage);

      await theirs.write('- base KSUN\n- flies a PC-12\n- prefers metric\n');
      await expect(theirs.above).toContainText('Saved as version 2.');
      await mine.editor.fill('- base KBZN\n- flies a PC-12\n- prefers knots\n');
      await mine.buttonAbove('Save').click();
      await expect(mine.above).toContainText(/version 3, together with what others had written/);
      await expect(mine.editor).toHaveValue('- base KSUN\n- flies a PC-12\n- prefers knots\n');

      await theirs.editor.fill('- base KJAC\n- flies a PC-12\n- prefers metric\n');
      await theirs.buttonAbove('Save').click();
      await expect(theirs.above).toContainText(/version 4/);
      await mine.editor.fill('- base KDEN\n- flies a PC-12\n- prefers knots\n');
      await mine.buttonAbove('Save').click();
      await expect(mine.conflict).toBeVisible();
      const [left, right] = [
        mine.conflict.getByLabel('Mine'),
        mine.conflict.getByLabel('Theirs, as it stands now'),
      ];
      await expect(left).toHaveValue(/KDEN/);
      await expect(right).toHaveValue(/KJAC/);
      await left.fill('- bases KDEN and KJAC\n- flies a PC-12\n- prefers knots\n');
      await mine.conflict.getByRole('button', { name: 'Save mine' }).click();
      await expect(mine.conflict).toBeHidden();
      await expect(theirs.lines.first()).toContainText('bases KDEN and KJAC');
    });
  });

  test('one line is forgotten and brought back; both stand in the history, and any revision can be restored', async ({
    page,
  }) => {
    const memory = new MemoryRegion(page);
    await expect(memory.lines).toHaveCount(3);
    const line = await memory.openLine('flies a PC-12');
    await expect(line).toContainText('You, by hand');
    await line.getByRole('button', { name: /^Forget/ }).click();
    await expect(memory.notice).toContainText('Forgotten: “flies a PC-12”');
    await expect(memory.lines).toHaveCount(2);
    await memory.button('Undo').click();
    await expect(memory.notice).toContainText('Brought back');
    await expect(memory.lines).toHaveCount(3);

    await memory.choose('History');
    await expect(memory.revisions).toHaveText([
      /Version 3.*You, by undoing.*Lines added: 1/,
      /Version 2.*Lines removed: 1/,
      /Version 1.*Lines added: 3/,
    ]);
    await memory.revisions.nth(1).getByRole('button').click();
    await expect(memory.above.locator('del')).toContainText('flies a PC-12');
    await expect(memory.above).toContainText('2 lines stay the same');
    await memory.above.getByText('Exact text').click();
    await expect(memory.above.getByLabel('Text of version 2')).not.toContainText('flies a PC-12');
    await memory.buttonAbove('Restore version 2').click();
    await expect(memory.lines).toHaveCount(2);
    await expect(memory.revisions).toHaveCount(4);
  });

  test('exports what is remembered, and takes it in again', async ({ page }, info) => {
    const memory = new MemoryRegion(page);
    await memory.choose('Export and import');
    const started = page.waitForEvent('download');
    await memory.buttonAbove('JSON with history').click();
    const path = info.outputPath('memory.json');
    await (await started).saveAs(path);
    const archive = await readFile(path, 'utf8');
    const scope = await page.evaluate(() => Object.values(localStorage)[0] as string);
    expect(archive).toContain('flies a PC-12');
    expect(archive).not.toContain(scope);

    await memory.close();
    const line = await memory.openLine('flies a PC-12');
    await line.getByRole('button', { name: /^Forget/ }).click();
    await expect(memory.lines).toHaveCount(2);
    await memory.choose('Export and import');
    await memory.above.getByLabel('A text file, or a JSON file').setInputFiles(path);
    await memory.buttonAbove('Import').click();
    await expect(memory.above).toContainText('Imported as version 3');
    await expect(memory.lines).toHaveCount(3);
  });

  test('erases all, conversations on request, and verifies it', async ({ page }) => {
    const memory = new MemoryRegion(page);
    const chat = new ChatPage(page);
    await chat.say('What do you know about me?');
    const conversation = page.url();
    await memory.choose('Erase all');
    await expect(memory.above.getByRole('textbox')).toBeFocused();
    await expect(memory.buttonAbove('Erase')).toBeDisabled();
    await memory.above.getByRole('textbox').fill('erase');
    await memory.buttonAbove('Erase').click();
    await expect(memory.above).toContainText('verified by a fresh read');
    await expect(memory.buttonAbove('Close')).toBeFocused();
    await expect(memory.above).toContainText('Backups, exported files');
    await expect(memory.region).toContainText('There is no memory file.');
    await memory.buttonAbove('Delete all conversations too').click();
    await expect(memory.above).toContainText(/1 conversation erased/);
    await expect(page).not.toHaveURL(conversation);
  });
});
