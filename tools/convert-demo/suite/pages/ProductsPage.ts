import { By, WebDriver, WebElement } from 'selenium-webdriver';

const BASE = process.env['SHOP_URL'] ?? 'http://127.0.0.1:4600';

export class ProductsPage {
  private readonly filterField = By.id('filter');
  private readonly rows = By.css('#products tbody tr');
  private readonly counter = By.id('count');

  constructor(private readonly driver: WebDriver) {}

  async open(): Promise<void> {
    await this.driver.get(`${BASE}/products.html`);
  }

  async filter(text: string): Promise<void> {
    const field = await this.driver.findElement(this.filterField);
    await field.sendKeys(text);
  }

  async allRows(): Promise<WebElement[]> {
    return this.driver.findElements(this.rows);
  }

  async names(): Promise<string[]> {
    const names: string[] = [];
    for (const row of await this.allRows()) {
      const cell = await row.findElement(By.css('.name'));
      names.push(await cell.getText());
    }
    return names;
  }

  async priceOf(product: string): Promise<string> {
    const cell = await this.driver.findElement(
      By.xpath(`//tr[td[text()="${product}"]]/td[@class="price"]`),
    );
    return cell.getText();
  }

  async countText(): Promise<string> {
    return this.driver.findElement(this.counter).getText();
  }
}
