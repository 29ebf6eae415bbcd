import ts from 'typescript';

/** Visits a node and everything below it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}
/** A function that has a name, by declaration or as a constant. */
export function namedFunction(node: ts.Node): [name?: string, body?: ts.ConciseBody] {
  if (ts.isFunctionDeclaration(node) && node.name && node.body) return [node.name.text, node.body];
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return [];
  const { initializer } = node;
  if (!initializer || !isFunction(initializer)) return [];
  return [node.name.text, initializer.body];
}

export function isFunction(node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}
