import ts from 'typescript';

import type { Returned } from './facts.ts';
import { importNames } from './imports.ts';
import type { Interpreter } from './interpreter.ts';
import { constant, made, Names, type Sym } from './symbols.ts';
import { itemOf, truthOf } from './values.ts';

export function hoist(statements: readonly ts.Statement[], names: Names): void {
  for (const each of statements) {
    if (ts.isFunctionDeclaration(each) && each.body)
      names.set(each.name?.text ?? 'default', { is: 'function', node: each, scope: names });
    if (ts.isClassDeclaration(each))
      names.set(each.name?.text ?? 'default', { is: 'class', node: each, scope: names });
    if ((ts.isFunctionDeclaration(each) || ts.isClassDeclaration(each)) && isDefault(each)) {
      const own = names.get(each.name?.text ?? 'default');
      if (own) names.set('default', own);
    }
  }
}

/** Statements in order, up to what ends them. */
export function runStatements(
  at: Interpreter,
  statements: readonly ts.Statement[],
  names: Names,
): Returned | undefined {
  for (const each of statements) {
    const returned = statement(at, each, names);
    if (returned) return returned;
  }
  return undefined;
}

function block(at: Interpreter, node: ts.Statement, names: Names): Returned | undefined {
  if (!ts.isBlock(node)) return statement(at, node, names);
  const inner = new Names(names);
  hoist(node.statements, inner);
  return at.run(node.statements, inner);
}

function statement(at: Interpreter, node: ts.Statement, names: Names): Returned | undefined {
  if (!at.step()) return undefined;
  if (ts.isExpressionStatement(node)) at.expression(node.expression, names);
  else if (ts.isVariableStatement(node)) declare(at, node.declarationList, names);
  else if (ts.isReturnStatement(node))
    return {
      sym: node.expression ? at.expression(node.expression, names) : constant(undefined),
    };
  else if (ts.isThrowStatement(node)) {
    at.expression(node.expression, names);
    return { sym: constant(undefined) };
  } else if (ts.isBlock(node)) return block(at, node, names);
  else if (ts.isIfStatement(node)) return ifStatement(at, node, names);
  else if (ts.isTryStatement(node)) return tryStatement(at, node, names);
  else if (ts.isForOfStatement(node)) forOf(at, node, names);
  else if (ts.isIterationStatement(node, false)) loop(at, node, names);
  else if (ts.isSwitchStatement(node)) switchStatement(at, node, names);
  else if (ts.isImportDeclaration(node)) importNames(at, node, names);
  else if (ts.isExportAssignment(node)) names.set('default', at.expression(node.expression, names));
  return undefined;
}

function ifStatement(at: Interpreter, node: ts.IfStatement, names: Names): Returned | undefined {
  const truth = truthOf(at.expression(node.expression, names));
  if (truth === true) return block(at, node.thenStatement, names);
  if (truth === false) return node.elseStatement && block(at, node.elseStatement, names);
  const first = at.unsurely(() => block(at, node.thenStatement, names));
  const { elseStatement } = node;
  const second = elseStatement && at.unsurely(() => block(at, elseStatement, names));
  if (first && second) return first;
  // What follows an early return runs only sometimes.
  if (first || second) at.unsure += 1;
  return undefined;
}

function tryStatement(at: Interpreter, node: ts.TryStatement, names: Names): Returned | undefined {
  const { catchClause, finallyBlock } = node;
  const swallows = catchClause !== undefined && !rethrows(catchClause.block);
  if (swallows) at.swallowed += 1;
  const returned = block(at, node.tryBlock, names);
  if (swallows) at.swallowed -= 1;
  if (catchClause) at.unsurely(() => block(at, catchClause.block, names));
  const last = finallyBlock && block(at, finallyBlock, names);
  return last ?? returned;
}

function forOf(at: Interpreter, node: ts.ForOfStatement, names: Names): void {
  const all = at.expression(node.expression, names);
  const bind = (sym: Sym): Names => {
    const inner = new Names(names);
    const { initializer } = node;
    if (ts.isVariableDeclarationList(initializer) && initializer.declarations[0])
      at.bind(initializer.declarations[0].name, sym, inner);
    return inner;
  };
  if (all.is === 'list') for (const item of all.items) block(at, node.statement, bind(item));
  else at.unsurely(() => block(at, node.statement, bind(itemOf(all))));
}

function loop(at: Interpreter, node: ts.IterationStatement, names: Names): void {
  const inner = new Names(names);
  if (ts.isForStatement(node) && node.initializer && ts.isVariableDeclarationList(node.initializer))
    for (const each of node.initializer.declarations) at.bind(each.name, made('counter'), inner);
  if (ts.isForInStatement(node) && ts.isVariableDeclarationList(node.initializer))
    for (const each of node.initializer.declarations) at.bind(each.name, made('key'), inner);
  at.unsurely(() => block(at, node.statement, inner));
}

function switchStatement(at: Interpreter, node: ts.SwitchStatement, names: Names): void {
  at.expression(node.expression, names);
  for (const clause of node.caseBlock.clauses)
    at.unsurely(() => at.run(clause.statements, new Names(names)));
}

function declare(at: Interpreter, list: ts.VariableDeclarationList, names: Names): void {
  for (const { name, initializer, type } of list.declarations) {
    if (initializer) {
      at.bind(name, at.expression(initializer, names), names);
      continue;
    }
    if (!ts.isIdentifier(name)) continue;
    const isPage = at.words.isPage(name.text, type?.getText() ?? '');
    names.set(name.text, isPage ? { is: 'page' } : made('unset'));
  }
}

function isDefault(node: ts.FunctionDeclaration | ts.ClassDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;
}

function rethrows(block: ts.Block): boolean {
  return block.statements.some((each) => ts.isThrowStatement(each));
}
