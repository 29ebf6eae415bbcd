import ts from 'typescript';

import { specifiersOf, type ParsedFile } from './parse.ts';

/** Packages that drive a browser through WebDriver. */
export function isSeleniumPackage(specifier: string): boolean {
  return /^(?:@types\/)?(?:selenium-webdriver|selenium-side-runner|chromedriver|geckodriver|edgedriver|iedriver|webdriver-manager)(?:\/|$)/.test(
    specifier,
  );
}

/** Names of types and classes that only Selenium has. */
export const SELENIUM_TYPES: ReadonlySet<string> = new Set([
  'WebDriver',
  'ThenableWebDriver',
  'WebElement',
  'WebElementPromise',
  'WebElementCondition',
  'By',
]);

/** Methods that only Selenium's drivers, elements and waits have. */
export const SELENIUM_METHODS: ReadonlySet<string> = new Set([
  'findElement',
  'findElements',
  'sendKeys',
  'switchTo',
  'executeScript',
  'executeAsyncScript',
  'getWindowHandle',
  'getAllWindowHandles',
  'elementLocated',
  'elementsLocated',
  'elementIsVisible',
  'elementIsNotVisible',
  'elementTextIs',
  'elementTextContains',
  'alertIsPresent',
  'selectByVisibleText',
  'getCurrentUrl',
]);

/** Whether a file imports Selenium or calls it. */
export function speaksSelenium({ tree }: ParsedFile): boolean {
  if (specifiersOf(tree).some((specifier) => isSeleniumPackage(specifier))) return true;
  const visit = (node: ts.Node): boolean => isSeleniumUse(node) || !!ts.forEachChild(node, visit);
  return visit(tree);
}

function isSeleniumUse(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) && SELENIUM_METHODS.has(node.name.text);
}
