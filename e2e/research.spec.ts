import type { Page } from '@playwright/test';

import { expectAccessible } from './accessibility.ts';
import { ChatPage } from './chat-page.ts';
import { setScreen, takePicture, type Screen } from './pictures.ts';
import { expect, test } from './stack.ts';

// What was deleted is asked for once more.
test.use({ expectedConsole: /status of 404/ });

const TEXT = `# Rates\n\n${'The weather was fine. '.repeat(30)}\n\nIn Ghent the hangar costs 400 euros a month. Bring a lock.\n`;
const QUOTE = 'In Ghent the hangar costs 400 euros a month.';
const QUESTION = 'What does the hangar in Ghent cost?';

async function addDocument(page: Page): Promise<void> {
  const file = { name: 'rates.md', mimeType: 'text/markdown', buffer: Buffer.from(TEXT) };
  await page.getByLabel('Add documents').setInputFiles(file);
  // Its name is there as soon as it is being sent.
  await expect(page.getByRole('button', { name: 'Remove rates.md' })).toBeVisible();
}

async function research(page: Page): Promise<void> {
  await page.getByLabel('A question to your documents').fill(QUESTION);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('article', { name: QUESTION })).toBeVisible();
  await expect(page.getByText('By fixed rules, without a model.')).toBeVisible();
}

test('a question is answered from a document, each quotation in its place, and deleted for good', async ({
  page,
  stack,
}) => {
  await stack.start();
  await page.goto(`${stack.url}/research`);
  await addDocument(page);
  await research(page);
  await expect(page).toHaveURL(/\/research\?session=[a-z0-9]{32}$/);
  const quotation = page.locator('tl-quotation-place').first();
  await expect(quotation.locator('q')).toHaveText(QUOTE);
  await quotation.locator('summary').click();
  await expect(quotation.locator('mark')).toHaveText(QUOTE);
  await expect(quotation.locator('.place-in-text')).toContainText('The weather was fine.');

  // It is there again after a crash and a reload: there is no chat that it hangs on.
  await stack.crashAndRestart();
  await page.reload();
  await expect(page.locator('tl-quotation-place q').first()).toHaveText(QUOTE);

  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/research$/);
  await expect(page.getByText('Nothing yet. Add documents, and ask.')).toBeVisible();
});

test('documents are searched and removed', async ({ page, stack }) => {
  await stack.start();
  await page.goto(`${stack.url}/research`);
  await addDocument(page);
  const search = page.getByRole('searchbox', { name: 'Search in documents' });
  await search.fill('hangar');
  await search.press('Enter');
  await expect(page.locator('.found-passages')).toContainText(QUOTE);
  await page.getByRole('button', { name: 'Remove rates.md' }).click();
  await expect(page.getByText('rates.md')).toHaveCount(0);
});

test('the settings list the work that is kept, and lead to it', async ({ page, stack }) => {
  await stack.start();
  await page.goto(`${stack.url}/research`);
  await addDocument(page);
  await research(page);
  await page.goto(stack.url);
  await page.getByRole('button', { name: 'Settings' }).first().click();
  await page.getByRole('button', { name: 'Work', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Work' });
  await expect(sheet.getByText(/bytes, last change/)).toBeVisible();
  await sheet.getByRole('link', { name: QUESTION }).click();
  await expect(page.getByRole('article', { name: QUESTION })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a chat hands a question over, shows it as a card, and the card tells when it was deleted', async ({
  page,
  stack,
}) => {
  await stack.start();
  await page.goto(`${stack.url}/research`);
  await addDocument(page);
  await page.goto(stack.url);
  const chat = new ChatPage(page);
  await chat.say(QUESTION);
  await page.getByRole('button', { name: 'Research this in your documents' }).click();
  const card = page.getByRole('region', { name: 'Research' });
  await expect(card).toContainText(QUOTE);
  await expectAccessible(page);
  await takePicture(page, 'research-card');
  // The chat refers to the record: it is there again, until the record is deleted.
  await page.reload();
  await expect(card).toContainText(QUOTE);
  const address = page.url();
  await card.getByRole('link', { name: QUESTION }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/research$/);
  await page.goto(address);
  await expect(card).toContainText('This research was deleted.');
  await expect(card).not.toContainText(QUOTE);
});

const SCREENS: readonly Screen[] = [360, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

for (const screen of SCREENS)
  test(`the page of research looks right at ${screen.width} px, ${screen.colorScheme}`, async ({
    page,
    stack,
  }) => {
    await setScreen(page, screen);
    await stack.start();
    await page.goto(`${stack.url}/research`);
    await expect(page.getByText('Nothing yet. Add documents, and ask.')).toBeVisible();
    await expectAccessible(page);
    await addDocument(page);
    await research(page);
    await page.locator('tl-quotation-place summary').first().click();
    await expect(page.locator('.place-in-text')).toBeVisible();
    await expectAccessible(page);
    await takePicture(page, `research-${screen.width}-${screen.colorScheme}`);
  });
