import { expect, type Locator, type Page } from '@playwright/test';

import { MEMORY_TEST_IDS, TEST_IDS } from '#contract/names';

/** The app as a person meets it: names and roles, never classes. */
export class ChatPage {
  readonly page: Page;
  readonly composer: Locator;
  readonly answers: Locator;
  readonly source: Locator;
  readonly lines: Locator;
  readonly scopeWarning: Locator;
  readonly saved: Locator;
  readonly stop: Locator;
  readonly queue: Locator;
  /** What is said of the versions of a message, such as "2 of 3". */
  readonly versions: Locator;
  readonly #messages: Locator;

  constructor(page: Page) {
    this.page = page;
    this.composer = page.getByRole('textbox', { name: 'Message' });
    this.answers = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: 'Throughline', exact: true }) });
    this.source = page.getByTestId(TEST_IDS.source);
    this.lines = page.getByTestId(TEST_IDS.line);
    this.scopeWarning = page.getByTestId(TEST_IDS.scopeWarning);
    this.saved = page.getByText('Saved', { exact: true });
    this.stop = page.getByRole('button', { name: 'Stop', exact: true });
    this.queue = page.getByRole('list', { name: 'Waiting messages' }).getByRole('listitem');
    this.versions = page.getByRole('group', { name: 'Versions of this message' });
    this.#messages = page.getByRole('article').locator('.message-text');
  }

  /** What is loaded after the composer is there too, as it has long been for a person who types. */
  async expectWhole(): Promise<void> {
    await expect(this.page.getByRole('searchbox')).toBeVisible();
    await expect(this.page.getByTestId(MEMORY_TEST_IDS.stored)).toBeVisible();
  }

  /** Sends a message with Enter: at once, or into the queue while an answer goes on. */
  async send(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press('Enter');
  }

  /** Exactly these messages were said, in order, as the transcript shows them. */
  async expectTranscript(texts: readonly string[]): Promise<void> {
    await expect(this.#messages).toHaveText(texts);
  }

  /** Sends a message and waits until its answer is confirmed as saved. */
  async say(text: string): Promise<void> {
    await this.send(text);
    await this.expectSaved();
  }

  /** Brings all older messages to the page, as looking for words in it does. */
  async showAll(): Promise<void> {
    const earlier = this.page.getByRole('button', { name: 'Earlier messages' });
    await expect(earlier).toBeAttached();
    await this.page.keyboard.press('Control+f');
    await expect(earlier).toHaveCount(0);
  }

  /** Words the message at this place among the person's own anew, and waits for the answer. */
  async reword(place: number, text: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Edit message' }).nth(place).click();
    await this.page.getByRole('textbox', { name: 'New wording' }).fill(text);
    await this.page.getByRole('button', { name: 'Send new version' }).click();
    await this.expectSaved();
  }

  async suggest(title: string): Promise<void> {
    await this.page.getByRole('button', { name: title }).click();
    await this.expectSaved();
  }

  /** The turn has ended and a fresh read of the server has confirmed it. */
  async expectSaved(): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
    await expect(this.saved).toBeVisible();
  }

  async startNew(): Promise<void> {
    await this.page.getByRole('button', { name: 'New', exact: true }).click();
    await expect(this.page).toHaveURL(/\/$/);
  }

  lastAnswer(): Locator {
    return this.answers.last();
  }
}
