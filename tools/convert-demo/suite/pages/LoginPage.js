const { By, until } = require('selenium-webdriver');

const BASE = process.env.SHOP_URL || 'http://127.0.0.1:4600';

/** The page on which one signs in. */
class LoginPage {
  constructor(driver) {
    this.driver = driver;
    this.username = By.id('username');
    this.password = By.id('password');
    this.submit = By.css('button[type="submit"]');
    this.error = By.className('error');
    this.greeting = By.id('greeting');
  }

  async open() {
    await this.driver.get(`${BASE}/login.html`);
    await this.driver.wait(until.elementLocated(this.username), 5000);
  }

  async signIn(username, password) {
    const field = await this.driver.findElement(this.username);
    await field.clear();
    await field.sendKeys(username);
    await this.driver.findElement(this.password).sendKeys(password);
    await this.driver.findElement(this.submit).click();
  }

  async errorText() {
    return this.driver.findElement(this.error).getText();
  }

  async greetingText() {
    const greeting = await this.driver.wait(until.elementLocated(this.greeting), 5000);
    await this.driver.wait(until.elementIsVisible(greeting), 5000);
    return greeting.getText();
  }
}

module.exports = { LoginPage };
