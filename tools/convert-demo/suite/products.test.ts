import assert from 'node:assert/strict';

import { Builder, By, WebDriver } from 'selenium-webdriver';

import { ProductsPage } from './pages/ProductsPage';

describe('the table of products', () => {
  let driver: WebDriver;
  let products: ProductsPage;

  beforeEach(async () => {
    driver = await new Builder().forBrowser('chrome').build();
    await driver.manage().setTimeouts({ implicit: 2000 });
    products = new ProductsPage(driver);
    await products.open();
  });

  afterEach(async () => {
    await driver.quit();
  });

  it('lists every product', async () => {
    assert.deepEqual(await products.names(), ['Apples', 'Bread', 'Cheese']);
    const headings = await driver.findElements(By.css('#products th'));
    assert.equal(headings.length, 3);
    assert.equal(await headings[1].getText(), 'Price');
  });

  it('knows prices', async () => {
    assert.equal(await products.priceOf('Bread'), '2.50');
    const last = await driver.findElement(By.xpath('//table[@id="products"]//tr[last()]/td[3]'));
    assert.equal(await last.getText(), '0');
  });

  it('filters', async () => {
    await products.filter('che');
    assert.deepStrictEqual(await products.names(), ['Cheese']);
    assert.equal(await products.countText(), '1 products');
    const rows = await products.allRows();
    assert.ok(rows.length === 1);
  });
});
