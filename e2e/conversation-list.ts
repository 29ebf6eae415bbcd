import { expect, type Locator, type Page } from '@playwright/test';

/** The list of conversations as a person meets it. */
export class ConversationList {
  readonly page: Page;
  readonly nav: Locator;
  readonly links: Locator;
  readonly search: Locator;

  constructor(page: Page) {
    this.page = page;
    this.nav = page.getByRole('navigation', { name: 'Conversations' });
    this.links = this.nav.getByRole('link');
    this.search = page.getByRole('searchbox', { name: 'Search conversations' });
  }

  link(title: string | RegExp): Locator {
    return this.nav.getByRole('link', { name: title });
  }

  async choose(title: string, action: string): Promise<void> {
    await this.nav.getByRole('button', { name: `Actions for ${title}` }).click();
    await this.page.getByRole('menuitem', { name: action, exact: true }).click();
  }

  async delete(title: string): Promise<void> {
    await this.choose(title, 'Delete');
    await expect(this.link(title)).toHaveCount(0);
  }
}
