import ts from 'typescript';

import { assertionOf } from '../assertions/assertion.ts';
import { todoComment } from '../todo.ts';
import { actsOnPage, changesPage } from './acts.ts';
import { declaration } from './declarations.ts';
import { Scope, type Piece, type Renderer } from './renderer.ts';
import { exportDeclarationCode, importCode } from './modules.ts';
import { testStatement } from './tests.ts';
import { OTHER, Unsupported, type Value } from './value.ts';
import { writeAssertion } from './write-assertion.ts';

/**
 * Converts statements that follow each other, up to where their block ends. What cannot be converted
 * stays in its place as a comment.
 */
export function statementsRule(list: readonly ts.Statement[], end: number, r: Renderer): string {
  const { text } = r.file.tree;
  const pieces: Piece[] = r.fn.list;
  for (const statement of list) {
    const start = statement.getStart(r.file.tree);
    const trivia = text.slice(statement.pos, start);
    const indent = indentAfter(trivia);
    const code = convert(statement, indent, r);
    if (changesPage(statement)) r.fn.epoch += 1;
    pieces.push({ trivia, indent, code, before: [], acts: actsOnPage(statement) });
  }
  const tail = text.slice(list.at(-1)?.end ?? end, end);
  // Where the first statements have gone, so has the blank line behind them.
  return joined(pieces).replace(/^\n{2,}/, '\n') + (list.length === 0 ? '' : tail);
}

/** Whether a statement empties the field that the next one fills: filling alone says both. */
function isFilledNext(code: string, next: Piece | undefined): boolean {
  const field = /^await (.+)\.clear\(\);$/.exec(code)?.[1];
  return field !== undefined && !!next?.code().startsWith(`await ${field}.fill(`);
}

function joined(pieces: readonly Piece[]): string {
  return pieces
    .map(({ trivia, indent, code, before }, place) => {
      const own = code();
      if (isFilledNext(own, pieces[place + 1])) return '';
      const lines = [...before.map((each) => each()), own].filter((each) => each !== '');
      // A comment above what has gone would speak of nothing.
      if (lines.length === 0) return '';
      const [first = '', ...rest] = lines;
      return (
        trivia +
        [
          indented(first, indent, before.length > 0),
          ...rest.map((line, at) => indent + indented(line, indent, at < before.length - 1)),
        ].join('\n')
      );
    })
    .join('');
}

/** Lines that were made up begin at the left; what was in the source has its own place. */
function indented(code: string, indent: string, isMade: boolean): string {
  return isMade ? code.replaceAll('\n', `\n${indent}`) : code;
}

/** The code of a statement, known once all that follow it are. */
function convert(statement: ts.Statement, indent: string, r: Renderer): () => string {
  const { leads } = r.fn;
  r.fn.leads = [];
  try {
    const code = statementCode(statement, r);
    const { leads: found } = r.fn;
    return () => [...found, code()].filter((each) => each !== '').join(`\n${indent}`);
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    loseNames(statement, error.message, r);
    const comment = todoLines(statement, indent, error.message);
    return () => comment;
  } finally {
    r.fn.leads = leads;
  }
}

/** The statement as comments, below the reason why it could not be converted. */
function todoLines(statement: ts.Statement, indent: string, reason: string): string {
  const lines = statement.getText().split(/\r?\n/);
  const comments = lines.map((line) =>
    `// ${line.startsWith(indent) ? line.slice(indent.length) : line.trim()}`.trimEnd(),
  );
  return [todoComment(reason), ...comments].join(`\n${indent}`);
}

/** What a lost statement declared is lost with it. */
function loseNames(statement: ts.Statement, why: string, r: Renderer): void {
  const reason = `It needs what could not be converted above: ${why}`;
  const lose = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name))
      r.scope.bind(name.text, {
        code: name.text,
        kind: { is: 'lost', reason: why.startsWith('It needs') ? why : reason },
      });
    else for (const each of name.elements) if (ts.isBindingElement(each)) lose(each.name);
  };
  if (ts.isVariableStatement(statement))
    for (const each of statement.declarationList.declarations) lose(each.name);
}

function statementCode(node: ts.Statement, r: Renderer): () => string {
  if (ts.isExpressionStatement(node)) return fixed(expressionStatement(node, r));
  if (ts.isVariableStatement(node)) return declaration(node, r);
  if (ts.isReturnStatement(node)) return fixed(returned(node, r));
  if (ts.isForOfStatement(node)) return fixed(forOf(node, r));
  if (ts.isTryStatement(node)) return fixed(tryStatement(node, r));
  if (ts.isBlock(node)) return fixed(r.block(node));
  if (ts.isClassDeclaration(node)) return fixed(r.rules.declared(node, r));
  if (ts.isFunctionDeclaration(node)) return fixed(r.rules.declared(node, r));
  if (ts.isImportDeclaration(node)) return fixed(importCode(node, r));
  if (ts.isExportDeclaration(node)) return fixed(exportDeclarationCode(node, r));
  return fixed(r.splice(node));
}

/** The white space between the last line end of a text and its end. */
function indentAfter(trivia: string): string {
  const last = trivia.slice(trivia.lastIndexOf('\n') + 1);
  return last.slice(last.trimEnd().length);
}

function fixed(code: string): () => string {
  return () => code;
}

function expressionStatement(node: ts.ExpressionStatement, r: Renderer): string {
  const { expression } = node;
  const test = testStatement(expression, r);
  if (test !== undefined) return test;
  const assertion = assertionOf(expression);
  if (typeof assertion === 'string') throw new Unsupported(assertion);
  if (assertion) return writeAssertion(assertion, r);
  if (ts.isBinaryExpression(expression)) {
    const code = assignment(expression, r);
    if (code !== undefined) return code;
  }
  const value = r.expression(expression);
  return bare(value, node, r);
}

/** A value that nothing takes: what it does is all that counts. */
function bare(value: Value, node: ts.ExpressionStatement, r: Renderer): string {
  const { kind, code, promise } = value;
  switch (kind.is) {
    case 'nothing':
      return code;
    case 'lost':
      throw new Unsupported(kind.reason);
    case 'steps':
      r.fn.needsAsync = true;
      return kind.steps.join(`\n${indentOf(node)}`);
    case 'locator':
      if (r.fn.leads.length > 0) return '';
      if (promise) return `await ${code};`;
      if (!/\.(?:locator|getBy\w+|nth|first)\(/.test(code)) return '';
      // Finding an element says that it is there.
      return `await ${code}.waitFor({ state: 'attached' });`;
    case 'locators':
    case 'handle':
    case 'handles':
    case 'alert':
    case 'page':
    case 'by':
    case 'select':
      return '';
    case 'instance':
    case 'record':
    case 'keys':
    case 'other':
      if (promise && r.fn.isAsync) return `await ${code};`;
      return code === '' ? '' : `${code};`;
    default:
      throw new Unsupported('This statement has no counterpart in Playwright.');
  }
}

function indentOf(node: ts.Node): string {
  const tree = node.getSourceFile();
  return indentAfter(tree.text.slice(node.pos, node.getStart(tree)));
}

/** An assignment; one of a driver has nothing left to assign. */
function assignment(node: ts.BinaryExpression, r: Renderer): string | undefined {
  if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  const { left, right } = node;
  const exported = r.rules.exported(node, r);
  if (exported !== undefined) return exported;
  if (ts.isIdentifier(left) && r.file.drivers.has(left.text)) return '';
  const value = r.expression(right);
  const { kind } = value;
  if (ts.isIdentifier(left)) {
    if (kind.is === 'alert' || kind.is === 'handle' || kind.is === 'handles') {
      r.scope.rebind(left.text, value);
      return '';
    }
    const known = r.scope.find(left.text);
    const code = known?.code ?? left.text;
    if (known?.kind.is === 'other' || known?.kind.is === 'lost')
      r.scope.rebind(left.text, { code, kind: kind.is === 'lost' ? kind : withoutOf(value) });
    return `${code} = ${r.codeOf(value)};`;
  }
  if (ts.isPropertyAccessExpression(left) && left.expression.kind === ts.SyntaxKind.ThisKeyword)
    return r.rules.fieldAssigned(left.name.text, right, value, r);
  return `${r.code(left)} = ${r.codeOf(value)};`;
}

function withoutOf({ kind }: Value): Value['kind'] {
  return kind.is === 'locators' ? { ...kind, of: undefined } : kind;
}

function returned(node: ts.ReturnStatement, r: Renderer): string {
  if (!node.expression) return 'return;';
  const value = r.expression(node.expression);
  r.fn.returns.push(value.kind);
  if (value.kind.is === 'nothing') return 'return;';
  if (value.kind.is === 'steps') {
    r.fn.needsAsync = true;
    return value.kind.steps.join(`\n${indentOf(node)}`);
  }
  if (value.kind.is === 'page' && ts.isCallExpression(node.expression) && r.fn.owner === undefined)
    return `return ${value.code};`;
  return `return ${r.codeOf(value)};`;
}

function forOf(node: ts.ForOfStatement, r: Renderer): string {
  if (/\.switchTo\(\)\s*\.window\(/.test(node.statement.getText())) {
    const { kind } = r.expression(node.expression);
    if (kind.is === 'handles') return bareSwitch(node, r);
  }
  const { initializer } = node;
  const value = r.expression(node.expression);
  const code = r.codeOf(value);
  const name = ts.isVariableDeclarationList(initializer)
    ? initializer.declarations[0]?.name
    : undefined;
  const { scope } = r;
  r.scope = new Scope(scope);
  try {
    if (name && ts.isIdentifier(name) && value.kind.is === 'locators')
      r.scope.bind(name.text, { code: name.text, kind: { is: 'locator', by: value.kind.by } });
    else if (name) r.bindPattern(name, OTHER);
    const head = ts.isVariableDeclarationList(initializer)
      ? r.splice(initializer)
      : r.child(initializer);
    return `for (${head} of ${code}) ${r.child(node.statement)}`;
  } finally {
    r.scope = scope;
  }
}

/** `for (const handle of handles) if (handle !== first) await driver.switchTo().window(handle)` */
function bareSwitch(node: ts.Statement, r: Renderer): string {
  const value = r.rules.switchToNewest(r);
  return value.kind.is === 'steps' ? value.kind.steps.join(`\n${indentOf(node)}`) : '';
}

/** A try that is left with nothing to tidy up is its statements. */
function tryStatement(node: ts.TryStatement, r: Renderer): string {
  const { catchClause, finallyBlock, tryBlock } = node;
  if (!catchClause && finallyBlock) {
    const rest = r.block(finallyBlock);
    if (/^\{\s*\}$/.test(rest)) {
      const body = r.rules.statements(tryBlock.statements, tryBlock.end - 1, r);
      const inside = body.replaceAll(/\n {2}|\n\t/g, '\n').trim();
      return inside;
    }
  }
  return r.splice(node);
}
