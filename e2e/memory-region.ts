import { expect, type Locator, type Page } from '@playwright/test';

import { MEMORY_TEST_IDS } from '#contract/names';

/** The list of what is remembered, its views and the receipts, as a person meets them. */
export class MemoryRegion {
  readonly page: Page;
  readonly region: Locator;
  /** Those that are stored now. */
  readonly lines: Locator;
  readonly time: Locator;
  readonly meter: Locator;
  readonly notice: Locator;
  readonly receipts: Locator;
  readonly revisions: Locator;
  readonly conflict: Locator;
  /** What one does with the whole memory, above the page. */
  readonly above: Locator;
  readonly editor: Locator;

  constructor(page: Page) {
    this.page = page;
    this.region = page.locator('section.memory');
    this.lines = this.region.locator('[data-stored=now]');
    this.time = page.getByTestId(MEMORY_TEST_IDS.storedTime);
    this.meter = page.getByTestId(MEMORY_TEST_IDS.storedMeter);
    this.notice = page.getByTestId(MEMORY_TEST_IDS.storedNotice);
    this.receipts = page.getByTestId(MEMORY_TEST_IDS.receipt);
    this.revisions = page.getByTestId(MEMORY_TEST_IDS.revision);
    this.conflict = page.getByTestId(MEMORY_TEST_IDS.conflict);
    this.above = page.getByRole('dialog', {
      name: /^(Edit as text|History|Export and import|Erase all|Move to another browser)$/,
    });
    this.editor = this.above.getByRole('textbox', { name: 'Text of the memory' });
  }

  button(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true });
  }

  /** A button of what is open above the page. */
  buttonAbove(name: string): Locator {
    return this.above.getByRole('button', { name, exact: true });
  }

  /** Opens one of the views of the menu. */
  async choose(name: string): Promise<void> {
    await this.button('Memory menu').click();
    await this.page.getByRole('menuitem', { name, exact: true }).click();
  }

  /** Closes what is open above the page. */
  async close(): Promise<void> {
    await this.buttonAbove('Close').click();
    await expect(this.above).toHaveCount(0);
  }

  /** Opens a remembered line, by its words. */
  async openLine(words: string): Promise<Locator> {
    const line = this.lines.filter({ hasText: words });
    await line.locator('.line-main').click();
    return line;
  }

  /** Opens the editor, puts a text in it and saves; it stays open. */
  async write(text: string): Promise<void> {
    await this.choose('Edit as text');
    await this.editor.fill(text);
    await this.buttonAbove('Save').click();
    await expect(this.above).toContainText('Saved as');
  }

  /** Puts another text in place of what is remembered. */
  async edit(text: string): Promise<void> {
    await this.write(text);
    await this.close();
  }
}
