import ts from 'typescript';

import { isFunction, namedFunction, walk } from '../syntax/nodes.ts';

/** Whether an expression starts a browser: `new Builder()…build()`. */
function startsBrowser(node: ts.Node, makers: ReadonlySet<string>): boolean {
  let found = false;
  walk(node, (each) => {
    if (ts.isNewExpression(each) && /(?:^|\.)Builder$/.test(each.expression.getText()))
      found = true;
    if (ts.isCallExpression(each) && makers.has(each.expression.getText())) found = true;
  });
  return found;
}

/** Functions of a file that start a browser. */
export function makersIn(tree: ts.SourceFile): string[] {
  const found: string[] = [];
  walk(tree, (node) => {
    const [name, body] = namedFunction(node);
    if (name === undefined || body === undefined) return;
    const none: ReadonlySet<string> = new Set();
    if (ts.isBlock(body)) {
      const last = body.statements.at(-1);
      const returned = last && ts.isReturnStatement(last) ? last.expression : undefined;
      if (returned && startsBrowser(body, none) && !mentions(body, 'quit')) found.push(name);
    } else if (startsBrowser(body, none)) found.push(name);
  });
  return found;
}

function mentions(node: ts.Node, method: string): boolean {
  let found = false;
  walk(node, (each) => {
    if (ts.isPropertyAccessExpression(each) && each.name.text === method) found = true;
  });
  return found;
}

/** Names that hold a driver. */
export function driversIn(tree: ts.SourceFile, makers: ReadonlySet<string>): Set<string> {
  const names = new Set(['driver']);
  walk(tree, (node) => {
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && ts.isIdentifier(node.name)) {
      const typed = /\b(?:Thenable)?WebDriver\b/.test(node.type?.getText() ?? '');
      const starts = node.initializer && !isFunction(node.initializer);
      if (typed || (starts && startsBrowser(node.initializer, makers))) names.add(node.name.text);
    }
    if (!ts.isBinaryExpression(node) || !ts.isIdentifier(node.left)) return;
    const assigns = node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    if (assigns && startsBrowser(node.right, makers)) names.add(node.left.text);
  });
  return names;
}

/** Functions that use the driver of the file, directly or by calling one that does. */
export function functionsNeedingPage(
  tree: ts.SourceFile,
  drivers: ReadonlySet<string>,
): Set<string> {
  const uses = new Map<string, Set<string>>();
  walk(tree, (node) => {
    const [name, body] = namedFunction(node);
    if (name === undefined || body === undefined) return;
    const called = new Set<string>();
    const own = ts.isFunctionDeclaration(node)
      ? node.parameters
      : ts.isVariableDeclaration(node) && node.initializer && isFunction(node.initializer)
        ? node.initializer.parameters
        : [];
    const shadowed = new Set(own.map((each) => each.name.getText()));
    walk(body, (each) => {
      if (ts.isVariableDeclaration(each)) shadowed.add(each.name.getText());
      if (ts.isIdentifier(each)) called.add(each.text);
    });
    for (const each of shadowed) called.delete(each);
    uses.set(name, called);
  });
  const needing = new Set<string>();
  for (let grown = true; grown;) {
    grown = false;
    for (const [name, used] of uses)
      if (!needing.has(name) && [...used].some((each) => drivers.has(each) || needing.has(each))) {
        needing.add(name);
        grown = true;
      }
  }
  return needing;
}
