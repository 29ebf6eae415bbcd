import { readFile } from 'node:fs/promises';

import { strFromU8, unzipSync } from 'fflate';

import { expectAccessible } from './accessibility.ts';
import { openChat } from './open-chat.ts';
import { setScreen, takePicture } from './pictures.ts';
import { expect, test } from './stack.ts';

const LOGIN = `it('signs in', async () => {
  await driver.findElement(By.id('user')).click();
  await driver.sleep(5000);
  await driver.findElement(By.id('send')).click();
});
`;
const OTHER = `it('is there', async () => {\n});\n`;

test('files become a conversion that is changed by words, reviewed and downloaded', async ({
  page,
  stack,
}) => {
  await setScreen(page, { width: 1440, colorScheme: 'light' });
  stack.serve('e2e/graphs/converting.json');
  const chat = await openChat(page, stack);
  await page.getByRole('combobox', { name: 'Assistant' }).selectOption('Convert');
  await page.getByLabel('Files to attach').setInputFiles([
    { name: 'login.test.js', mimeType: 'text/javascript', buffer: Buffer.from(LOGIN) },
    { name: 'other.test.js', mimeType: 'text/javascript', buffer: Buffer.from(OTHER) },
  ]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await chat.expectSaved();
  await expect(page.locator('.message-text').first()).toHaveText(
    'Convert login.test.js, other.test.js.',
  );
  const conversion = page.getByRole('region', { name: 'Conversion' });
  await expect(conversion.getByRole('heading', { name: 'Needs your review' })).toBeVisible();
  await expect(conversion.getByText("page.locator('#user')")).toBeVisible();
  await expect(conversion.getByText('Made by fixed rules')).toBeVisible();

  // What is left to be reviewed leads to its line.
  await conversion.getByRole('combobox', { name: 'File' }).selectOption('other.spec.ts');
  await conversion.getByRole('button', { name: 'login.spec.ts, line 3' }).click();
  const line = conversion.getByRole('row', { name: '3 // TODO(review): a wait' });
  await expect(line).toBeInViewport();
  await expect(conversion.getByRole('region', { name: 'login.spec.ts' })).toBeFocused();

  // Words change it: what changed stands beside what was, and the words are a rule from now on.
  await chat.say('Use getByTestId for form fields.');
  const changes = conversion.getByRole('radio', { name: 'Since turn 1' });
  await expect(changes).toBeChecked();
  await expect(conversion.locator('del').first()).toContainText("locator('#user')");
  await expect(conversion.locator('ins').first()).toContainText("getByTestId('user')");
  const rule = conversion.getByRole('listitem').filter({ hasText: 'Use getByTestId' });
  await expect(rule).toBeVisible();
  await expectAccessible(page);
  await takePicture(page, 'conversion-1440-light');

  // A question changes nothing.
  await page.getByLabel('What is sent').selectOption('Question');
  await chat.say('How many are there?');
  await expect(chat.lastAnswer()).toContainText('2 files are converted.');
  await expect(page.getByLabel('What is sent')).toHaveValue('change');
  await expect(rule).toHaveCount(1);

  // All of it is there again after a crash; one file or all are saved to the byte.
  await stack.crashAndRestart();
  await page.reload();
  await chat.expectSaved();
  await expect(conversion.locator('ins').first()).toContainText("getByTestId('user')");
  const one = page.waitForEvent('download');
  await conversion.getByRole('button', { name: 'Download this file' }).click();
  expect((await one).suggestedFilename()).toBe('login.spec.ts');
  const all = page.waitForEvent('download');
  await conversion.getByRole('button', { name: 'Download all 2 files' }).click();
  const archive = unzipSync(new Uint8Array(await readFile(await (await all).path())));
  expect(Object.keys(archive).sort()).toEqual(['login.spec.ts', 'other.spec.ts']);
  expect(strFromU8(archive['login.spec.ts'] ?? new Uint8Array())).toContain("getByTestId('user')");

  // A rule that is withdrawn is followed no more.
  await rule.getByRole('button', { name: 'Withdraw the rule' }).click();
  await expect(rule).toHaveCount(0);
  await setScreen(page, { width: 360, colorScheme: 'light' });
  await expectAccessible(page);
  await takePicture(page, 'conversion-360-light');
  await setScreen(page, { width: 360, colorScheme: 'dark' });
  await expectAccessible(page);
  await takePicture(page, 'conversion-360-dark');
  await setScreen(page, { width: 1440, colorScheme: 'dark' });
  await expectAccessible(page);
  await takePicture(page, 'conversion-1440-dark');
});
