import ts from 'typescript';

import { isFunction, walk } from '../syntax/nodes.ts';
import { requiredBy, type ParsedFile } from '../syntax/parse.ts';
import { isSeleniumPackage } from '../syntax/selenium-names.ts';
import { outNameOf } from '../out-name.ts';
import { driversIn, functionsNeedingPage } from './drivers.ts';
import { isReference } from './references.ts';

/** What is known of a file before any of it is converted. */
export interface FileFacts {
  readonly name: string;
  readonly outName: string;
  readonly tree: ts.SourceFile;
  readonly isScript: boolean;
  /** Names of variables and parameters that hold a driver. */
  readonly drivers: ReadonlySet<string>;
  /** Names imported from Selenium, with what they are there; `*` for the whole package. */
  readonly selenium: ReadonlyMap<string, string>;
  /** Every use of a name. */
  readonly uses: ReadonlyMap<string, readonly ts.Identifier[]>;
  /** Constants of the file itself, with what they are. */
  readonly constants: ReadonlyMap<string, ts.Expression>;
  /** Functions that have a name. */
  readonly functions: ReadonlyMap<
    string,
    ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression
  >;
  /** How others get what it exports. */
  readonly exports: 'default' | 'named';
  /** Functions that use a driver that is none of their parameters. */
  readonly needPage: ReadonlySet<string>;
}

/** Reads what has to be known of a file first. `makers` are the functions that start a browser. */
export function fileFacts({ name, tree }: ParsedFile, makers: ReadonlySet<string>): FileFacts {
  const drivers = driversIn(tree, makers);
  return {
    name,
    outName: outNameOf(name),
    tree,
    isScript: !/\.[cm]?tsx?$/.test(name),
    drivers,
    selenium: seleniumNamesIn(tree),
    uses: usesIn(tree),
    constants: constantsIn(tree),
    functions: functionsIn(tree),
    exports: exportsOf(tree),
    needPage: functionsNeedingPage(tree, drivers),
  };
}

function seleniumNamesIn(tree: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  const bind = (pattern: ts.BindingName, specifier: string): void => {
    const whole = specifier === 'selenium-webdriver' ? '*' : specifier;
    if (ts.isIdentifier(pattern)) names.set(pattern.text, whole);
    else
      for (const each of pattern.elements)
        if (ts.isBindingElement(each) && ts.isIdentifier(each.name))
          names.set(each.name.text, (each.propertyName ?? each.name).getText());
  };
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const { text } = node.moduleSpecifier;
      const { importClause } = node;
      if (!isSeleniumPackage(text) || !importClause) return;
      if (importClause.name) names.set(importClause.name.text, starOr(text));
      const { namedBindings } = importClause;
      if (namedBindings && ts.isNamespaceImport(namedBindings))
        names.set(namedBindings.name.text, starOr(text));
      else
        for (const each of namedBindings?.elements ?? [])
          names.set(each.name.text, (each.propertyName ?? each.name).text);
    }
    if (!ts.isVariableDeclaration(node) || !node.initializer) return;
    const specifier = requiredBy(node.initializer);
    if (specifier !== undefined && isSeleniumPackage(specifier)) bind(node.name, specifier);
    // const By = webdriver.By; const { By } = webdriver; const By = require('…').By
    const from = ts.isPropertyAccessExpression(node.initializer)
      ? node.initializer.expression
      : node.initializer;
    const required = requiredBy(from);
    const isWhole =
      (required !== undefined && isSeleniumPackage(required)) ||
      (ts.isIdentifier(from) && names.get(from.text) === '*');
    if (!isWhole) return;
    if (!ts.isPropertyAccessExpression(node.initializer)) bind(node.name, 'selenium-webdriver');
    else if (ts.isIdentifier(node.name)) names.set(node.name.text, node.initializer.name.text);
  });
  return names;
}

function starOr(specifier: string): string {
  return specifier === 'selenium-webdriver' ? '*' : specifier;
}

function usesIn(tree: ts.SourceFile): Map<string, ts.Identifier[]> {
  const uses = new Map<string, ts.Identifier[]>();
  walk(tree, (node) => {
    if (!ts.isIdentifier(node)) return;
    if (!isReference(node) && !ts.isShorthandPropertyAssignment(node.parent)) return;
    const known = uses.get(node.text);
    if (known) known.push(node);
    else uses.set(node.text, [node]);
  });
  return uses;
}

function constantsIn(tree: ts.SourceFile): Map<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  for (const statement of tree.statements)
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer && !isFunction(initializer))
          constants.set(name.text, initializer);
  return constants;
}

/** `module.exports = X` is a default export; a list of names is a list of exports. */
function exportsOf(tree: ts.SourceFile): 'default' | 'named' {
  for (const statement of tree.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression))
      continue;
    const { left, right } = statement.expression;
    if (left.getText() !== 'module.exports') continue;
    return isListOfNames(right) ? 'named' : 'default';
  }
  return 'named';
}

/** `{ a, b }`: an object of nothing but names. */
export function isListOfNames(node: ts.Expression): node is ts.ObjectLiteralExpression {
  return (
    ts.isObjectLiteralExpression(node) && node.properties.every(ts.isShorthandPropertyAssignment)
  );
}

function functionsIn(
  tree: ts.SourceFile,
): Map<string, ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression> {
  const found = new Map<
    string,
    ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression
  >();
  walk(tree, (node) => {
    if (ts.isFunctionDeclaration(node) && node.name) found.set(node.name.text, node);
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return;
    if (node.initializer && isFunction(node.initializer))
      found.set(node.name.text, node.initializer);
  });
  return found;
}
