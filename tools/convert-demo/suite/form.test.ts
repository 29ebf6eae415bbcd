import * as path from 'path';

import { assert } from 'chai';
import { Builder, By, Select, WebDriver, WebElement } from 'selenium-webdriver';

const BASE = process.env['SHOP_URL'] ?? 'http://127.0.0.1:4600';
const FIELDS = {
  country: By.id('country'),
  notes: By.id('notes'),
  letter: By.css('input[type="file"]'),
};

describe('the order form', () => {
  let driver: WebDriver;

  async function field(locator: By): Promise<WebElement> {
    return driver.findElement(locator);
  }

  beforeEach(async () => {
    driver = await new Builder().forBrowser('chrome').build();
    await driver.get(`${BASE}/form.html`);
  });

  afterEach(async () => {
    await driver.quit();
  });

  it('takes a country', async () => {
    const select = new Select(await driver.findElement(FIELDS.country));
    await select.selectByVisibleText('Portugal');
    const chosen = await select.getFirstSelectedOption();
    assert.equal(await chosen.getText(), 'Portugal');
    await select.selectByValue('nl');
    assert.equal(await driver.findElement(FIELDS.country).getAttribute('value'), 'nl');
    const options = await select.getOptions();
    assert.lengthOf(options, 3);
  });

  it('has boxes and buttons', async () => {
    const gift = await driver.findElement(By.id('gift'));
    assert.isFalse(await gift.isSelected());
    await gift.click();
    assert.isTrue(await gift.isSelected());
    await driver.findElement(By.css('input[name="speed"][value="fast"]')).click();
    assert.isTrue(await driver.findElement(By.id('fast')).isSelected());
    assert.isFalse(await driver.findElement(By.id('slow')).isSelected());
  });

  it('sends a letter along', async () => {
    await (await field(FIELDS.notes)).sendKeys('Ring twice');
    const letter = path.resolve(__dirname, 'files/letter.txt');
    await driver.findElement(FIELDS.letter).sendKeys(letter);
    await driver.findElement(By.xpath("//button[text()='Send order']")).click();
    const summary = await driver.findElement(By.id('summary')).getText();
    assert.include(summary, 'Ring twice');
    assert.match(summary, /letter\.txt$/);
  });
});
