import { expect } from 'chai';
import { Builder, By, until, type WebDriver } from 'selenium-webdriver';

const BASE = process.env['SHOP_URL'] ?? 'http://127.0.0.1:4600';

describe('frames', () => {
  let driver: WebDriver;

  before(async () => {
    driver = await new Builder().forBrowser('firefox').build();
  });

  beforeEach(async () => {
    await driver.get(`${BASE}/frames.html`);
  });

  after(async () => {
    await driver.quit();
  });

  it('are looked into', async () => {
    const frame = await driver.findElement(By.id('news'));
    await driver.switchTo().frame(frame);
    const headline = await driver.findElement(By.css('p.headline'));
    expect(await headline.getText()).to.equal('Fresh bread at eight');
    await driver.switchTo().defaultContent();
    expect(await driver.findElement(By.id('outside')).getText()).to.equal('Outside');
  });

  it('are worked in', async () => {
    await driver.wait(until.ableToSwitchToFrame(By.css('iframe[name="news"]')), 5000);
    await driver.findElement(By.id('like')).click();
    await driver.findElement(By.id('like')).click();
    expect(await driver.findElement(By.id('likes')).getText()).to.equal('2');
    await driver.switchTo().parentFrame();
    const frames = await driver.findElements(By.css('iframe'));
    expect(frames).to.have.lengthOf(1);
  });

  it('are found by name', async () => {
    await driver.switchTo().frame('news');
    expect(await driver.findElement(By.id('likes')).getText()).to.equal('0');
    await driver.switchTo().defaultContent();
  });
});
