import ts from 'typescript';

import { assertionOf } from '../assertions/assertion.ts';
import { walk } from '../syntax/nodes.ts';

/** Calls that only look. */
const LOOKS =
  /^(?:findElements?|get\w*|is[A-Z]\w*|has[A-Z]\w*|read\w*|wait|until|element\w*|url\w*|title\w*|all|map|filter|sleep|manage|setTimeouts|alert|text\w*|count\w*)$/;

/** Calls that change what a page shows, or which page is looked at. */
const ACTS =
  /^(?:click|sendKeys|clear|submit|get|to|back|forward|refresh|perform|executeScript|executeAsyncScript|accept|dismiss|selectBy\w+|deselect\w*)$/;

/** Whether a statement does something to the page that can open a dialog or a window. */
export function actsOnPage(node: ts.Statement): boolean {
  if (!ts.isExpressionStatement(node) || assertionOf(node.expression)) return false;
  if (/\.(?:switchTo|manage)\(\)|\.sleep\(|\balert\./.test(node.getText())) return false;
  return callsIn(node).some(
    ({ method, awaited }) => ACTS.test(method) || (awaited && !LOOKS.test(method)),
  );
}

/** Whether a statement may change the page, so that what was read before it may be out of date. */
export function changesPage(node: ts.Statement): boolean {
  if (ts.isVariableStatement(node) || ts.isExpressionStatement(node)) {
    if (ts.isExpressionStatement(node) && assertionOf(node.expression)) return false;
    return callsIn(node).some(
      ({ method, awaited }) =>
        ACTS.test(method) || /^(?:wait|sleep)$/.test(method) || (awaited && !LOOKS.test(method)),
    );
  }
  return !ts.isFunctionDeclaration(node) && !ts.isClassDeclaration(node);
}

function callsIn(node: ts.Node): { readonly method: string; readonly awaited: boolean }[] {
  const found: { method: string; awaited: boolean }[] = [];
  walk(node, (each) => {
    if (!ts.isCallExpression(each)) return;
    const { expression } = each;
    const method = ts.isPropertyAccessExpression(expression)
      ? expression.name.text
      : expression.getText();
    found.push({ method, awaited: ts.isAwaitExpression(each.parent) });
  });
  return found;
}
