import { describe, expect, it } from 'vitest';

import { hashOf } from '../sources.ts';
import { rewrite } from './rewrite.ts';

const HEAD = `const { Builder, By, until, Key, Select } = require('selenium-webdriver');
const { expect } = require('chai');
const assert = require('node:assert');
let driver;
`;

/** What statements of a test convert to, and what is left open of them. */
function convert(statements: string, conventions: readonly string[] = []) {
  const text = `${HEAD}it('t', async () => {\n  ${statements}\n});\n`;
  const { files, ledger } = rewrite([{ name: 'a.test.js', text, hash: hashOf(text) }], conventions);
  const out = files[0]?.text ?? '';
  const body = /=> \{\n([\s\S]*)\n\}\);\n$/.exec(out)?.[1] ?? out;
  return { body: body.replace(/^ {2}/gm, ''), ledger };
}

const find = (by: string) => `await driver.findElement(${by})`;

describe('one construct of Selenium', () => {
  it.each([
    ['get', "await driver.get('/x');", "await page.goto('/x');"],
    ['navigate', 'await driver.navigate().back();', 'await page.goBack();'],
    ['refresh', 'await driver.navigate().refresh();', 'await page.reload();'],
    ['By.id', `${find("By.id('a')")}.click();`, "await page.locator('#a').click();"],
    ['By.id, odd', `${find("By.id('a.b')")}.click();`, `await page.locator('[id="a.b"]').click();`],
    ['By.css', `${find("By.css('.a > b')")}.click();`, "await page.locator('.a > b').click();"],
    ['By.xpath', `${find("By.xpath('//a')")}.click();`, "await page.locator('//a').click();"],
    [
      'By.xpath, group',
      `${find("By.xpath('(//a)[2]')")}.click();`,
      "await page.locator('xpath=(//a)[2]').click();",
    ],
    ['By.name', `${find("By.name('q')")}.clear();`, `await page.locator('[name="q"]').clear();`],
    ['By.className', `${find("By.className('c')")}.click();`, "await page.locator('.c').click();"],
    [
      'By.tagName',
      `${find("By.tagName('p')")}.click();`,
      "await page.locator('p').first().click();",
    ],
    [
      'By.linkText',
      `${find("By.linkText('Out')")}.click();`,
      "await page.getByRole('link', { name: 'Out', exact: true }).click();",
    ],
    [
      'By.partialLinkText',
      `${find("By.partialLinkText('Out')")}.click();`,
      "await page.getByRole('link', { name: 'Out' }).click();",
    ],
    [
      'a test id',
      `${find(`By.css('[data-testid="x"]')`)}.click();`,
      "await page.getByTestId('x').click();",
    ],
    ['sendKeys', `${find("By.id('a')")}.sendKeys('x');`, "await page.locator('#a').fill('x');"],
    [
      'sendKeys, key',
      `${find("By.id('a')")}.sendKeys(Key.ENTER);`,
      "await page.locator('#a').press('Enter');",
    ],
    [
      'sendKeys, text and key',
      `${find("By.id('a')")}.sendKeys('x', Key.TAB);`,
      "await page.locator('#a').fill('x');\nawait page.locator('#a').press('Tab');",
    ],
    [
      'sendKeys, chord',
      `${find("By.id('a')")}.sendKeys(Key.chord(Key.CONTROL, 'a'));`,
      "await page.locator('#a').press('Control+a');",
    ],
    [
      'sendKeys, twice',
      `${find("By.id('a')")}.sendKeys('x');\n  ${find("By.id('a')")}.sendKeys('y');`,
      "await page.locator('#a').fill('x');\nawait page.locator('#a').pressSequentially('y');",
    ],
    [
      'clear and type',
      `${find("By.id('a')")}.clear();\n  ${find("By.id('a')")}.sendKeys('y');`,
      "await page.locator('#a').fill('y');",
    ],
    [
      'upload',
      `${find(`By.css('input[type="file"]')`)}.sendKeys(file);`,
      `await page.locator('input[type="file"]').setInputFiles(file);`,
    ],
    [
      'submit',
      `${find("By.id('f')")}.submit();`,
      "await page.locator('#f').evaluate((element) => element.closest('form')?.requestSubmit());",
    ],
    [
      'a variable',
      `const a = ${find("By.id('a')")};\n  await a.click();`,
      "const a = page.locator('#a');\nawait a.click();",
    ],
    [
      'nested find',
      `const a = ${find("By.id('a')")};\n  await (await a.findElement(By.css('.b'))).click();`,
      "const a = page.locator('#a');\nawait a.locator('.b').click();",
    ],
    [
      'presence',
      `${find("By.id('a')")};`,
      "await page.locator('#a').waitFor({ state: 'attached' });",
    ],
    [
      'until.elementLocated',
      "await driver.wait(until.elementLocated(By.id('a')), 900);",
      "await page.locator('#a').waitFor({ state: 'attached', timeout: 900 });",
    ],
    [
      'until.elementIsVisible',
      `await driver.wait(until.elementIsVisible(${find("By.id('a')")}), 900);`,
      "await page.locator('#a').waitFor({ state: 'visible', timeout: 900 });",
    ],
    [
      'until.stalenessOf',
      `await driver.wait(until.stalenessOf(${find("By.id('a')")}));`,
      "await page.locator('#a').waitFor({ state: 'detached' });",
    ],
    [
      'until.titleContains',
      "await driver.wait(until.titleContains('a.b'), 9);",
      'await expect(page).toHaveTitle(/a\\.b/, { timeout: 9 });',
    ],
    [
      'until.urlIs',
      "await driver.wait(until.urlIs('http://x/'));",
      "await expect(page).toHaveURL('http://x/');",
    ],
    [
      'until.elementTextIs',
      `await driver.wait(until.elementTextIs(${find("By.id('a')")}, 'x'), 9);`,
      "await expect(page.locator('#a')).toHaveText('x', { timeout: 9 });",
    ],
    [
      'wait, function',
      "await driver.wait(async () => (await driver.getTitle()) !== '', 9);",
      "await expect.poll(async () => (await page.title()) !== '', { timeout: 9 }).toBeTruthy();",
    ],
    [
      'Select',
      `await new Select(${find("By.id('s')")}).selectByVisibleText('One');`,
      "await page.locator('#s').selectOption({ label: 'One' });",
    ],
    [
      'frame, element',
      `await driver.switchTo().frame(${find("By.id('f')")});\n  ${find("By.id('a')")}.click();`,
      "await page.frameLocator('#f').locator('#a').click();",
    ],
    [
      'frame, left',
      `await driver.switchTo().frame(0);\n  await driver.switchTo().defaultContent();\n  ${find("By.id('a')")}.click();`,
      "await page.locator('#a').click();",
    ],
    [
      'actions, hover',
      `await driver.actions().move({ origin: ${find("By.id('a')")} }).perform();`,
      "await page.locator('#a').hover();",
    ],
    [
      'actions, drag',
      `await driver.actions().dragAndDrop(${find("By.id('a')")}, ${find("By.id('b')")}).perform();`,
      "await page.locator('#a').dragTo(page.locator('#b'));",
    ],
    [
      'actions, keys',
      "await driver.actions().keyDown(Key.SHIFT).sendKeys('a').keyUp(Key.SHIFT).perform();",
      "await page.keyboard.down('Shift');\nawait page.keyboard.type('a');\nawait page.keyboard.up('Shift');",
    ],
    [
      'cookies',
      'await driver.manage().deleteAllCookies();',
      'await page.context().clearCookies();',
    ],
    [
      'script',
      "await driver.executeScript('window.scrollTo(0, 9)');",
      "await page.evaluate('window.scrollTo(0, 9)');",
    ],
    [
      'scroll',
      `await driver.executeScript('arguments[0].scrollIntoView()', ${find("By.id('a')")});`,
      "await page.locator('#a').scrollIntoViewIfNeeded();",
    ],
    ['quit', `await driver.sleep(5);\n  await driver.quit();`, 'await page.waitForTimeout(5);'],
    ['sleep', 'await driver.sleep(5);', 'await page.waitForTimeout(5);'],
    [
      'a new tab',
      "await driver.switchTo().newWindow('tab');\n  await driver.get('/x');",
      "const newPage = await page.context().newPage();\nawait newPage.goto('/x');",
    ],
  ])('%s', (_, source, expected) => {
    const { body, ledger } = convert(source);
    expect(body.trim()).toBe(expected);
    expect(ledger).toEqual([]);
  });
});

const text = `${find("By.id('a')")}.getText()`;
const shown = `${find("By.id('a')")}.isDisplayed()`;

describe('one assertion', () => {
  it.each([
    [`expect(${text}).to.equal('x');`, "await expect(page.locator('#a')).toHaveText('x');"],
    [`expect(${text}).to.include('x');`, "await expect(page.locator('#a')).toContainText('x');"],
    [
      `expect(${text}).not.toContain('x');`,
      "await expect(page.locator('#a')).not.toContainText('x');",
    ],
    [`expect(${text}).to.match(/x/);`, "await expect(page.locator('#a')).toHaveText(/x/);"],
    [`assert.equal(${text}, 'x');`, "await expect(page.locator('#a')).toHaveText('x');"],
    [`assert.ok((${text}).includes('x'));`, "await expect(page.locator('#a')).toContainText('x');"],
    [`assert(${shown});`, "await expect(page.locator('#a')).toBeVisible();"],
    [`assert.strictEqual(${shown}, false);`, "await expect(page.locator('#a')).toBeHidden();"],
    [`(${shown}).should.be.true;`, "await expect(page.locator('#a')).toBeVisible();"],
    [`expect(${shown}).to.be.false;`, "await expect(page.locator('#a')).toBeHidden();"],
    [
      `expect(${find("By.id('a')")}.isSelected()).toBe(true);`,
      "await expect(page.locator('#a')).toBeChecked();",
    ],
    [
      `expect(${find("By.css('option.x')")}.isSelected()).toBe(true);`,
      "await expect(page.locator('option.x')).toHaveJSProperty('selected', true);",
    ],
    [
      `expect(${find("By.id('a')")}.isEnabled()).toBe(false);`,
      "await expect(page.locator('#a')).toBeDisabled();",
    ],
    [
      `expect(${find("By.id('a')")}.getAttribute('value')).toBe('x');`,
      "await expect(page.locator('#a')).toHaveValue('x');",
    ],
    [
      `expect(${find("By.id('a')")}.getAttribute('alt')).toBe('x');`,
      "await expect(page.locator('#a')).toHaveAttribute('alt', 'x');",
    ],
    [
      `expect(${find("By.id('a')")}.getAttribute('class')).to.include('on');`,
      "await expect(page.locator('#a')).toHaveClass(/on/);",
    ],
    [
      `expect(${find("By.id('a')")}.getAttribute('disabled')).toBe('true');`,
      "await expect(page.locator('#a')).toBeDisabled();",
    ],
    [
      `expect(${find("By.id('a')")}.getCssValue('color')).toBe('red');`,
      "await expect(page.locator('#a')).toHaveCSS('color', 'red');",
    ],
    ["expect(await driver.getTitle()).toBe('x');", "await expect(page).toHaveTitle('x');"],
    [
      "expect(await driver.getCurrentUrl()).to.contain('/x?');",
      'await expect(page).toHaveURL(/\\/x\\?/);',
    ],
    [
      "expect((await driver.findElements(By.css('.r'))).length).to.equal(3);",
      "await expect(page.locator('.r')).toHaveCount(3);",
    ],
    [
      "expect((await driver.findElements(By.css('.r'))).length).to.be.above(0);",
      "await expect(page.locator('.r')).not.toHaveCount(0);",
    ],
    ['expect(1 + 1).to.equal(2);', 'expect(1 + 1).toBe(2);'],
    ['expect([1]).to.deep.equal([1]);', 'expect([1]).toEqual([1]);'],
  ])('%s', (source, expected) => {
    const { body, ledger } = convert(source);
    expect(body.trim()).toBe(expected);
    expect(ledger).toEqual([]);
  });

  it('keeps what was read before something happened', () => {
    const { body } = convert(
      `const before = ${text};\n  ${find("By.id('b')")}.click();\n  expect(before).to.equal('x');`,
    );
    expect(body.trim()).toBe(
      "const before = await page.locator('#a').innerText();\nawait page.locator('#b').click();\nexpect(before).toBe('x');",
    );
  });
});

describe('dialogs and windows', () => {
  it('answers a dialog before the action that opens it', () => {
    const { body } = convert(
      `${find("By.id('b')")}.click();\n  const alert = await driver.switchTo().alert();\n  assert.equal(await alert.getText(), 'Sure?');\n  await alert.dismiss();`,
    );
    expect(body.trim()).toBe(
      [
        "let dialogMessage = '';",
        "page.once('dialog', async (dialog) => {",
        '  dialogMessage = dialog.message();',
        '  await dialog.dismiss();',
        '});',
        "await page.locator('#b').click();",
        "await expect.poll(() => dialogMessage).toBe('Sure?');",
      ].join('\n'),
    );
  });

  it('waits for a window before the action that opens it', () => {
    const { body } = convert(
      `const first = await driver.getWindowHandle();\n  ${find("By.id('b')")}.click();\n  const all = await driver.getAllWindowHandles();\n  await driver.switchTo().window(all.find((each) => each !== first));\n  expect(await driver.getTitle()).to.equal('New');\n  await driver.close();\n  await driver.switchTo().window(first);\n  ${find("By.id('c')")}.click();`,
    );
    expect(body.trim()).toBe(
      [
        "const newPagePromise = page.context().waitForEvent('page');",
        "await page.locator('#b').click();",
        'const newPage = await newPagePromise;',
        "await expect(newPage).toHaveTitle('New');",
        'await newPage.close();',
        "await page.locator('#c').click();",
      ].join('\n'),
    );
  });
});

describe('what cannot be converted', () => {
  it.each([
    ["await driver.findElement(By.js('x')).click();", 'By.js()'],
    ['await (await driver.switchTo().alert()).accept();', 'stands before the action'],
    ["await driver.executeAsyncScript('x');", 'A script that calls back'],
    ['await driver.getCapabilities();', 'getCapabilities()'],
    ['expect(x).to.be.a.zebra(3);', 'zebra'],
  ])('stays as a comment: %s', (source, reason) => {
    const { body, ledger } = convert(source);
    expect(body).toContain(`// ${source}`);
    expect(body).toMatch(/^\/\/ TODO\(review\): /m);
    expect(ledger).toHaveLength(1);
    expect(ledger[0]).toMatchObject({ kind: 'todo', file: 'a.test.ts' });
    expect(ledger[0]?.reason).toContain(reason);
  });

  it('takes what needs it along', () => {
    const { ledger } = convert(
      "const a = await driver.findElement(By.js('x'));\n  await a.click();\n  await driver.get('/');",
    );
    expect(ledger.map(({ reason }) => reason)).toEqual([
      'No fixed rule converts By.js().',
      'It needs what could not be converted above: No fixed rule converts By.js().',
    ]);
  });
});
