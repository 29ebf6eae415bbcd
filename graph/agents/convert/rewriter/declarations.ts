import ts from 'typescript';

import { inferredType } from './annotations.ts';
import { isFunction } from '../syntax/nodes.ts';
import { isAssignmentOperator } from './references.ts';
import type { Renderer } from './renderer.ts';
import { OTHER, type Kind, type Value } from './value.ts';

/** Kinds of values that need no variable: their uses are converted by what they are. */
const KEPT_IN_MIND: ReadonlySet<Kind['is']> = new Set([
  'page',
  'selenium',
  'part',
  'condition',
  'alert',
  'handle',
  'handles',
  'steps',
  'nothing',
]);

/** Converts a statement that declares variables. Some are known only once all their uses are. */
export function declaration(node: ts.VariableStatement, r: Renderer): () => string {
  const imported = r.rules.required(node, r);
  if (imported !== undefined) return () => imported;
  const { declarationList } = node;
  const parts = declarationList.declarations.map((each) => one(each, node, r));
  const word = wordOf(declarationList);
  const modifiers = node.modifiers?.length
    ? `${node.modifiers.map((each) => each.getText()).join(' ')} `
    : '';
  return () => {
    const kept = parts.map((part) => part()).filter((part) => part !== '');
    return kept.length === 0 ? '' : `${modifiers}${word} ${kept.join(', ')};`;
  };
}

function wordOf({ flags }: ts.VariableDeclarationList): string {
  if (flags & ts.NodeFlags.Const) return 'const';
  return 'let';
}

function one(
  node: ts.VariableDeclaration,
  statement: ts.VariableStatement,
  r: Renderer,
): () => string {
  const { name, initializer } = node;
  if (!ts.isIdentifier(name)) return pattern(node, name, r);
  const { text } = name;
  if (!initializer) return uninitialized(node, text, r);
  if (isFunction(initializer)) return namedFunction(node, text, initializer, r);
  const value = r.expression(initializer);
  if (r.file.drivers.has(text) && (value.kind.is === 'page' || value.kind.is === 'selenium'))
    return () => '';
  const outName = outNameOf(text, value, r);
  if (isPath(initializer)) r.paths.add(text);
  if (KEPT_IN_MIND.has(value.kind.is) || value.read?.what === 'dialog') {
    r.scope.bind(text, value);
    const { kind } = value;
    if (kind.is !== 'steps' || !initializer.getText().includes('.perform(')) return () => '';
    return () => kind.steps.join('\n');
  }
  const isConstant = !isAssigned(text, statement, r);
  const uses = { left: 0, taken: 0 };
  if (isConstant && (value.read || value.kind.is === 'locators'))
    uses.left = r.usesIn(text, scopeOf(statement)).length;
  r.scope.bind(text, {
    code: outName,
    kind: value.kind,
    ...(isConstant && value.read && value.read.what !== 'call' ? { read: value.read } : {}),
    ...(isConstant && (value.read || value.kind.is === 'locators')
      ? { since: r.fn.epoch, taken: () => void (uses.taken += 1) }
      : {}),
  });
  const code = r.codeOf(value);
  const type = annotation(node, value.kind, r);
  return () => (uses.left > 0 && uses.taken === uses.left ? '' : `${outName}${type} = ${code}`);
}

const PATH = /\b(?:path\.)?(?:resolve|join)\(|__dirname|fileURLToPath\(|process\.cwd\(\)/;

function isPath(node: ts.Expression): boolean {
  return PATH.test(node.getText()) && !node.getText().includes('findElement');
}

/** A variable that would hide a name of Playwright gets another one. */
function outNameOf(name: string, value: Value, r: Renderer): string {
  if (name !== 'page' && name !== 'test' && name !== 'expect') return name;
  if (value.kind.is === 'instance') {
    const known = r.project.classes.get(value.kind.className)?.outName ?? value.kind.className;
    const camel = known.charAt(0).toLowerCase() + known.slice(1);
    return r.makeName(camel === name ? `${camel}Object` : camel);
  }
  return r.makeName(`${name}Value`);
}

function annotation(node: ts.VariableDeclaration, kind: Kind, r: Renderer): string {
  if (!node.type) return '';
  if (kind.is === 'record' && /\bBy\b/.test(node.type.getText())) return '';
  return `: ${r.rules.type(node.type, r)}`;
}

function uninitialized(node: ts.VariableDeclaration, name: string, r: Renderer): () => string {
  if (r.file.drivers.has(name)) return () => '';
  const { type, kind } = inferredType(node, name, r);
  if (kind.is === 'alert' || kind.is === 'handle' || kind.is === 'handles') {
    r.scope.bind(name, { code: name, kind: OTHER });
    return () => '';
  }
  const outName = outNameOf(name, { code: name, kind }, r);
  r.scope.bind(name, { code: outName, kind });
  return () => `${outName}${type === '' ? '' : `: ${type}`}`;
}

function namedFunction(
  node: ts.VariableDeclaration,
  name: string,
  initializer: ts.ArrowFunction | ts.FunctionExpression,
  r: Renderer,
): () => string {
  if (r.project.makers.has(name)) return () => '';
  const code = r.rules.named(initializer, name, r);
  const type = node.type ? `: ${r.rules.type(node.type, r)}` : '';
  return () => `${name}${type} = ${code}`;
}

/** `const [first, second] = await driver.findElements(…)`, `const { driver } = this` */
function pattern(node: ts.VariableDeclaration, name: ts.BindingPattern, r: Renderer): () => string {
  const { initializer } = node;
  if (!initializer) return () => r.splice(node);
  const value = r.expression(initializer);
  if (
    ts.isArrayBindingPattern(name) &&
    (value.kind.is === 'handles' || value.kind.is === 'locators')
  ) {
    for (const [at, each] of name.elements.entries())
      if (ts.isBindingElement(each) && ts.isIdentifier(each.name))
        r.scope.bind(each.name.text, itemOf(value, at, each.name.text, r));
    if (value.kind.is === 'handles') return () => '';
  } else if (ts.isObjectBindingPattern(name) && value.kind.is === 'record') {
    for (const each of name.elements)
      if (ts.isIdentifier(each.name)) {
        const member = value.kind.members.get((each.propertyName ?? each.name).getText());
        r.scope.bind(each.name.text, { ...(member ?? { kind: OTHER }), code: each.name.text });
      }
  } else if (ts.isObjectBindingPattern(name) && initializer.kind === ts.SyntaxKind.ThisKeyword) {
    const kept = name.elements.filter(
      (each) => !r.fn.owner?.drivers.has((each.propertyName ?? each.name).getText()),
    );
    for (const each of kept) if (ts.isIdentifier(each.name)) bindMember(each, each.name.text, r);
    const text = kept.map((each) => each.getText()).join(', ');
    return () => (kept.length === 0 ? '' : `{ ${text} } = this`);
  } else r.bindPattern(name, OTHER);
  const code = `${r.splice(name)} = ${r.codeOf(value)}`;
  return () => code;
}

function bindMember(element: ts.BindingElement, name: string, r: Renderer): void {
  const member = (element.propertyName ?? element.name).getText();
  const kind = r.fn.owner && r.rules.memberKind(r.fn.owner.name, member, r);
  r.scope.bind(name, { code: name, kind: kind ?? OTHER });
}

function itemOf(value: Value, at: number, name: string, r: Renderer): Value {
  if (value.kind.is === 'locators')
    return { code: name, kind: { is: 'locator', by: value.kind.by } };
  return { code: '', kind: { is: 'handle', page: at === 0 ? r.fn.home : undefined } };
}

function scopeOf(statement: ts.Node): ts.Node {
  let at = statement.parent;
  while (!ts.isBlock(at) && !ts.isSourceFile(at) && !ts.isCaseOrDefaultClause(at)) at = at.parent;
  return at;
}

function isAssigned(name: string, statement: ts.VariableStatement, r: Renderer): boolean {
  if (statement.declarationList.flags & ts.NodeFlags.Const) return false;
  return r.usesIn(name, scopeOf(statement)).some(({ parent }) => {
    if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) return true;
    if (!ts.isBinaryExpression(parent) || !isAssignmentOperator(parent.operatorToken.kind))
      return false;
    return ts.isIdentifier(parent.left) && parent.left.text === name;
  });
}
