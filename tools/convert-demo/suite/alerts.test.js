const { Builder, By, until } = require('selenium-webdriver');
const { expect } = require('chai');

const BASE = process.env.SHOP_URL || 'http://127.0.0.1:4600';

describe('alerts', () => {
  let driver;

  beforeEach(async () => {
    driver = await new Builder().forBrowser('chrome').build();
    await driver.get(`${BASE}/alerts.html`);
  });

  afterEach(async () => {
    await driver.quit();
  });

  it('say something', async () => {
    await driver.findElement(By.id('say')).click();
    await driver.wait(until.alertIsPresent(), 5000);
    const alert = await driver.switchTo().alert();
    const text = await alert.getText();
    expect(text).to.equal('We close at six');
    await alert.accept();
  });

  it('can be refused', async () => {
    await driver.findElement(By.id('ask')).click();
    await driver.switchTo().alert().dismiss();
    expect(await driver.findElement(By.id('answer')).getText()).to.equal('kept');
  });

  it('can be accepted', async () => {
    await driver.findElement(By.id('ask')).click();
    const question = await driver.switchTo().alert();
    expect(await question.getText()).to.contain('Empty the basket');
    await question.accept();
    expect(await driver.findElement(By.id('answer')).getText()).to.equal('emptied');
  });

  it('can be answered', async () => {
    await driver.findElement(By.id('name')).click();
    const prompt = await driver.switchTo().alert();
    await prompt.sendKeys('Ada');
    await prompt.accept();
    const answer = await driver.findElement(By.id('answer'));
    expect(await answer.getText()).to.equal('Hello Ada');
  });
});
