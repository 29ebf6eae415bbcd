import { expect } from 'vitest';

import type { Finding, OutFile, SourceFile } from '#contract/convert';

import { rewrite } from '../rewriter/rewrite.ts';
import { hashOf } from '../sources.ts';
import { check } from '../gates/check.ts';

const PAGE = `const { By } = require('selenium-webdriver');
class LoginPage {
  constructor(driver) {
    this.driver = driver;
    this.user = By.id('user');
    this.pass = By.id('pass');
    this.error = By.css('.error');
  }
  async login(user, pass) {
    await this.driver.findElement(this.user).sendKeys(user);
    await this.driver.findElement(this.pass).sendKeys(pass);
    await this.driver.findElement(By.css('button[type="submit"]')).click();
  }
  async errorText() {
    return await this.driver.findElement(this.error).getText();
  }
}
module.exports = { LoginPage };
`;
const TEST = `const { Builder, By } = require('selenium-webdriver');
const { expect } = require('chai');
const { LoginPage } = require('./LoginPage');
describe('login', () => {
  let driver;
  before(async () => { driver = await new Builder().forBrowser('chrome').build(); });
  after(async () => { await driver.quit(); });
  it('says who is in', async () => {
    await driver.get('http://localhost/');
    const login = new LoginPage(driver);
    await login.login('tom', 'secret');
    expect(await driver.findElement(By.id('welcome')).getText()).to.equal('Welcome tom');
    expect(await driver.getTitle()).to.contain('Home');
  });
  it('refuses', async () => {
    await driver.get('http://localhost/');
    const login = new LoginPage(driver);
    await login.login('tom', 'wrong');
    expect(await login.errorText()).to.equal('Wrong password');
    expect((await driver.findElements(By.css('li.fault'))).length).to.equal(1);
  });
});
`;

function source(name: string, text: string): SourceFile {
  return { name, text, hash: hashOf(text) };
}

export const SOURCES = [source('LoginPage.js', PAGE), source('login.test.js', TEST)];
export const HONEST = rewrite(SOURCES, []).files;

/** What the gates find when a text of the honest conversion is replaced by another. */
export function lie(
  find: string,
  replacement: string,
  rules: readonly string[] = [],
): readonly Finding[] {
  expect(HONEST.some(({ text }) => text.includes(find))).toBe(true);
  const out = HONEST.map(({ name, text }): OutFile => ({
    name,
    text: text.replace(find, () => replacement),
  }));
  return check(SOURCES, out, rules).findings;
}

export const WELCOME = "await expect(page.locator('#welcome')).toHaveText('Welcome tom');";
export const TITLE = 'await expect(page).toHaveTitle(/Home/);';
export const COUNT = "await expect(page.locator('li.fault')).toHaveCount(1);";
