const { Builder, By, until } = require('selenium-webdriver');
const assert = require('assert');

const BASE = process.env.SHOP_URL || 'http://127.0.0.1:4600';

describe('slow things', () => {
  let driver;

  beforeEach(async () => {
    driver = await new Builder().forBrowser('chrome').build();
    await driver.get(BASE + '/waits.html');
  });

  afterEach(() => driver.quit());

  it('waits for what comes', async () => {
    await driver.findElement(By.id('load')).click();
    const offer = await driver.wait(until.elementLocated(By.id('offer')), 5000);
    await driver.wait(until.elementIsVisible(offer), 5000);
    await driver.wait(until.elementTextContains(offer, 'half price'), 5000);
    assert.strictEqual(await offer.getText(), 'Today: cheese at half price');
  });

  it('waits for what goes', async () => {
    const spinner = await driver.findElement(By.id('spinner'));
    await driver.findElement(By.id('load')).click();
    await driver.wait(until.stalenessOf(spinner), 5000);
    await driver.wait(until.titleContains('Loaded'), 5000);
    const order = await driver.findElement(By.css('#order'));
    await driver.wait(until.elementIsEnabled(order), 5000);
    await order.click();
    const answer = await driver.findElement(By.id('offer'));
    assert.equal(await answer.getText(), 'Ordered');
  });

  it('waits for a condition of its own', async () => {
    await driver.findElement(By.id('load')).click();
    await driver.wait(async () => (await driver.findElements(By.id('offer'))).length > 0, 5000);
    const found = await driver.findElements(By.id('offer'));
    assert.strictEqual(found.length, 1);
    const order = await driver.findElement(By.id('order'));
    assert.ok(await order.isEnabled());
  });
});
