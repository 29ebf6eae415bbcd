import ts from 'typescript';

import type { Finding } from '#contract/convert';

import { lineOf, type ParsedFile } from '../syntax/parse.ts';
import { isSeleniumPackage, SELENIUM_METHODS, SELENIUM_TYPES } from '../syntax/selenium-names.ts';

/** What is left of Selenium in a file that should be Playwright. */
export function findSelenium(file: ParsedFile): Finding[] {
  const findings: Finding[] = [];
  const visit = (node: ts.Node): void => {
    const sentence = leftover(node);
    if (sentence !== undefined)
      findings.push({ gate: 'no-selenium', file: file.name, line: lineOf(node), sentence });
    ts.forEachChild(node, visit);
  };
  visit(file.tree);
  return findings;
}

function leftover(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) && isSeleniumPackage(node.text))
    return `${node.text} is a Selenium package.`;
  if (ts.isCallExpression(node) && loads(node))
    return `${node.expression.getText()} loads code that the gates do not see; use an import.`;
  if (ts.isIdentifier(node)) return leftoverName(node);
  return undefined;
}

/** `require(…)` and `import(…)`, whatever they are given. */
function loads({ expression }: ts.CallExpression): boolean {
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  return ts.isIdentifier(expression) && /^(?:require|createRequire)$/.test(expression.text);
}

function leftoverName(node: ts.Identifier): string | undefined {
  const { text, parent } = node;
  if (SELENIUM_TYPES.has(text)) return `${text} is a name of Selenium.`;
  const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
  if (isMember && SELENIUM_METHODS.has(text)) return `${text}() is a call of Selenium.`;
  const isReceiver = ts.isPropertyAccessExpression(parent) && parent.expression === node;
  if (isReceiver && (text === 'until' || text === 'Key'))
    return `${text}.${parent.name.text} is a name of Selenium.`;
  if (text === 'driver' && !ts.isPropertyAssignment(parent))
    return 'driver is the name of a Selenium driver; Playwright has a page.';
  return undefined;
}
