const { Builder, By } = require('selenium-webdriver');

const BASE = process.env.SHOP_URL || 'http://127.0.0.1:4600';

describe('about the shop', () => {
  let driver;

  beforeAll(async () => {
    driver = await new Builder().forBrowser('chrome').build();
  });

  afterAll(async () => {
    await driver.quit();
  });

  beforeEach(async () => {
    await driver.get(`${BASE}/about.html`);
  });

  test('has a heading', async () => {
    const heading = await driver.findElement(By.tagName('h1'));
    expect(await heading.getText()).toBe('About us');
    expect(await heading.getAttribute('class')).toContain('title');
  });

  test('has hours', async () => {
    const hours = await driver.findElements(By.css('ul.hours > li'));
    expect(hours.length).toBe(2);
    const closed = await driver.findElement(By.xpath("//li[contains(@class, 'closed')]"));
    expect(await closed.getText()).toMatch(/closed$/);
  });

  test('leads to other pages', async () => {
    await driver.findElement(By.partialLinkText('Sign in')).click();
    expect(await driver.getCurrentUrl()).toContain('login.html');
    await driver.navigate().back();
    await driver.findElement(By.linkText('Products')).click();
    expect(await driver.getTitle()).toBe('Products · Corner Shop');
  });

  test('shows the shop', async () => {
    const photo = await driver.findElement(By.id('photo'));
    expect(await photo.getAttribute('alt')).toBe('The shop');
    const year = await driver.findElement(By.css('strong[data-year]'));
    expect(await year.getAttribute('data-year')).toBe('1987');
    expect(await driver.findElement(By.css('em')).isDisplayed()).toBe(true);
  });
});
