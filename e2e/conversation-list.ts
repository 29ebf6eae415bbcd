import { expect, type Locator, type Page } from '@playwright/test';

/** The list of conversations as a person meets it. */
export class ConversationList {
  readonly page: Page;
  readonly nav: Locator;
  /** One for each conversation; a search shows the places in it as links of their own. */
  readonly links: Locator;
  readonly search: Locator;

  constructor(page: Page) {
    this.page = page;
    this.nav = page.getByRole('navigation', { name: 'Conversations' });
    this.links = this.nav.locator('a.conversation-link');
    this.search = page.getByRole('searchbox', { name: 'Search conversations' });
  }

  link(title: string | RegExp): Locator {
    return this.links.filter({ hasText: title });
  }

  /** The places in a conversation that a search has found, the best first. */
  places(title: string | RegExp): Locator {
    const found = this.nav.getByRole('list', { name: 'Found' }).locator('> li');
    const link = this.page.locator('a.conversation-link', { hasText: title });
    return found.filter({ has: link }).locator('a.found-turn');
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
