const { Builder, By, until } = require('selenium-webdriver');
const { expect } = require('chai');
const { LoginPage } = require('./pages/LoginPage');

describe('signing in', function () {
  this.timeout(30000);
  let driver;
  let loginPage;

  before(async () => {
    driver = await new Builder().forBrowser('chrome').build();
  });

  after(async () => {
    await driver.quit();
  });

  beforeEach(async () => {
    loginPage = new LoginPage(driver);
    await loginPage.open();
  });

  it('greets who is known', async () => {
    await loginPage.signIn('tom', 'secret');
    expect(await loginPage.greetingText()).to.equal('Welcome, tom');
    expect(await driver.getTitle()).to.contain('Your account');
    expect(await driver.findElement(By.linkText('Sign out')).isDisplayed()).to.be.true;
  });

  it('refuses a wrong password', async () => {
    await loginPage.signIn('tom', 'wrong');
    expect(await loginPage.errorText()).to.equal('Wrong user or password');
    expect(await driver.findElement(By.id('account')).isDisplayed()).to.equal(false);
  });

  it('starts with empty fields', async () => {
    const username = await driver.findElement(By.name('username'));
    expect(await username.getAttribute('value')).to.equal('');
    await driver.wait(until.titleIs('Sign in · Corner Shop'), 5000);
    expect(await driver.getCurrentUrl()).to.include('/login.html');
  });
});
