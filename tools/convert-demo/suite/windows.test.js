const { Builder, By, Key, until } = require('selenium-webdriver');
const { expect } = require('chai');

const BASE = process.env.SHOP_URL || 'http://127.0.0.1:4600';

describe('windows, mouse and keys', function () {
  let driver;

  beforeEach(async function () {
    this.timeout(20000);
    driver = await new Builder().forBrowser('chrome').build();
    await driver.get(`${BASE}/windows.html`);
  });

  afterEach(async function () {
    await driver.quit();
  });

  it('opens help in a window of its own', async () => {
    const original = await driver.getWindowHandle();
    await driver.findElement(By.id('help')).click();
    await driver.wait(async () => (await driver.getAllWindowHandles()).length === 2, 5000);
    const handles = await driver.getAllWindowHandles();
    for (const handle of handles) {
      if (handle !== original) {
        await driver.switchTo().window(handle);
      }
    }
    await driver.wait(until.titleIs('Help · Corner Shop'), 5000);
    expect(await driver.findElement(By.id('phone')).getText()).to.match(/0800-\d+/);
    await driver.close();
    await driver.switchTo().window(original);
    expect(await driver.getTitle()).to.equal('Windows · Corner Shop');
  });

  it('opens the menu under the mouse', async () => {
    const menu = await driver.findElement(By.id('menu'));
    const entries = await driver.findElement(By.id('entries'));
    expect(await entries.isDisplayed()).to.be.false;
    await driver.actions({ async: true }).move({ origin: menu }).perform();
    expect(await entries.isDisplayed()).to.be.true;
  });

  it('searches on Enter', async () => {
    const capabilities = await driver.getCapabilities();
    console.log(capabilities.getBrowserName());
    await driver.findElement(By.id('search')).sendKeys('bread', Key.ENTER);
    const searched = await driver.findElement(By.id('searched'));
    expect(await searched.getText()).to.equal('Searched for bread');
  });
});
