import type { Locator, Page } from '@playwright/test';

import { MEMORY_TEST_IDS } from '#contract/names';

/** The panel's own region and the receipts, as a person meets them. */
export class MemoryRegion {
  readonly region: Locator;
  readonly lines: Locator;
  readonly time: Locator;
  readonly meter: Locator;
  readonly notice: Locator;
  readonly receipts: Locator;
  readonly revisions: Locator;
  readonly conflict: Locator;
  readonly editor: Locator;

  constructor(page: Page) {
    this.region = page.getByTestId(MEMORY_TEST_IDS.stored);
    this.lines = page.getByTestId(MEMORY_TEST_IDS.storedLine);
    this.time = page.getByTestId(MEMORY_TEST_IDS.storedTime);
    this.meter = page.getByTestId(MEMORY_TEST_IDS.storedMeter);
    this.notice = page.getByTestId(MEMORY_TEST_IDS.storedNotice);
    this.receipts = page.getByTestId(MEMORY_TEST_IDS.receipt);
    this.revisions = page.getByTestId(MEMORY_TEST_IDS.revision);
    this.conflict = page.getByTestId(MEMORY_TEST_IDS.conflict);
    this.editor = this.region.getByRole('textbox', { name: 'Text of the memory' });
  }

  button(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true });
  }

  /** What one does with the whole memory, above the page. */
  get above(): Locator {
    return this.region
      .page()
      .getByRole('dialog', { name: /^(Erase all|Move to another browser)$/ });
  }

  /** A button of what is open above the page. */
  buttonAbove(name: string): Locator {
    return this.above.getByRole('button', { name, exact: true });
  }

  /** Opens a remembered line, by its words. */
  async openLine(words: string): Promise<Locator> {
    const line = this.lines.filter({ hasText: words });
    await line.locator('summary').click();
    return line;
  }

  /** Opens the editor, puts a text in it and saves. */
  async edit(text: string): Promise<void> {
    await this.button('Edit').click();
    await this.editor.fill(text);
    await this.button('Save').click();
  }
}
