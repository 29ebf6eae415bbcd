import { builtinModules } from 'node:module';

import ts from 'typescript';

import { requiredBy, resolveAmong } from '../syntax/parse.ts';
import { isSeleniumPackage } from '../syntax/selenium-names.ts';
import { isListOfNames, type FileFacts } from './file-facts.ts';
import type { Renderer } from './renderer.ts';
import { quote, Unsupported } from './value.ts';

/** Packages whose part Playwright's own runner and assertions take. */
const REPLACED =
  /^(?:chai(?:-as-promised|\/.*)?|mocha|jest|jasmine|should|expect|vitest|@jest\/globals|@types\/\w+|(?:node:)?assert(?:\/strict)?|dotenv\/config)$/;

/** An import as Playwright needs it; '' when it is not needed any more. */
export function importCode(node: ts.ImportDeclaration, r: Renderer): string {
  const specifier = ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : '';
  if (isSeleniumPackage(specifier) || REPLACED.test(specifier)) return '';
  const target = resolveAmong(r.file.name, specifier, r.project.files);
  const clause = node.importClause;
  if (!target && !specifier.startsWith('.') && !isBuiltin(specifier)) {
    loseImported(clause, specifier, r);
    throw new Unsupported(`The package ${specifier} is none of Playwright's.`);
  }
  if (specifier.startsWith('.') && !target) {
    loseImported(clause, specifier, r);
    throw new Unsupported(`The file ${specifier} is none of those that were given.`);
  }
  const from = quote(specifierFor(specifier, target));
  if (!clause) return `import ${from};`;
  const parts: string[] = [];
  if (clause.name) parts.push(r.project.classes.get(clause.name.text)?.outName ?? clause.name.text);
  const bindings = clause.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) parts.push(`* as ${bindings.name.text}`);
  if (bindings && ts.isNamedImports(bindings)) {
    const names = bindings.elements.filter(({ name }) => !r.project.makers.has(name.text));
    if (names.length > 0)
      parts.push(`{ ${names.map((each) => importedName(each, r)).join(', ')} }`);
  }
  if (parts.length === 0) return '';
  const word = clause.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'import type' : 'import';
  return `${word} ${parts.join(', ')} from ${from};`;
}

function importedName(node: ts.ImportSpecifier, r: Renderer): string {
  const renamed = (name: string): string => r.project.classes.get(name)?.outName ?? name;
  const type = node.isTypeOnly ? 'type ' : '';
  if (node.propertyName) return `${type}${renamed(node.propertyName.text)} as ${node.name.text}`;
  return `${type}${renamed(node.name.text)}`;
}

function isBuiltin(specifier: string): boolean {
  return builtinModules.includes(specifier.replace(/^node:/, ''));
}

function specifierFor(specifier: string, target: FileFacts | undefined): string {
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`;
  return target ? specifier.replace(/\.[cm]?[jt]sx?$/, '') : specifier;
}

function loseImported(clause: ts.ImportClause | undefined, specifier: string, r: Renderer): void {
  const lose = (name: string): void =>
    r.scope.bind(name, {
      code: name,
      kind: { is: 'lost', reason: `It needs ${specifier}, which could not be imported.` },
    });
  if (clause?.name) lose(clause.name.text);
  const bindings = clause?.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) lose(bindings.name.text);
  if (bindings && ts.isNamedImports(bindings))
    for (const each of bindings.elements) lose(each.name.text);
}

/** `const x = require('x')` as an import; undefined for other declarations. */
export function requiredCode(node: ts.VariableStatement, r: Renderer): string | undefined {
  const { declarations } = node.declarationList;
  if (!declarations.some(({ initializer }) => initializer && moduleOf(initializer) !== undefined))
    return undefined;
  const lines = declarations.map((each) => requiredLine(each, r));
  return lines.filter((line) => line !== '').join('\n');
}

/** What `require('x')`, `require('x').y` or `require('x').should()` loads. */
function moduleOf(node: ts.Expression): string | undefined {
  const direct = requiredBy(node);
  if (direct !== undefined) return direct;
  if (ts.isPropertyAccessExpression(node)) return requiredBy(node.expression);
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    ? requiredBy(node.expression.expression)
    : undefined;
}

function requiredLine({ name, initializer }: ts.VariableDeclaration, r: Renderer): string {
  const specifier = initializer && moduleOf(initializer);
  if (specifier === undefined || !initializer)
    throw new Unsupported('A module and something else are declared together.');
  if (isSeleniumPackage(specifier) || REPLACED.test(specifier)) return '';
  const target = resolveAmong(r.file.name, specifier, r.project.files);
  if (!target && !isBuiltin(specifier))
    throw new Unsupported(`${specifier} is neither Playwright's nor given.`);
  const from = quote(specifierFor(specifier, target));
  const renamed = (text: string): string => r.project.classes.get(text)?.outName ?? text;
  if (ts.isPropertyAccessExpression(initializer)) {
    const [member, own] = [initializer.name.text, name.getText()];
    return `import { ${renamed(member)}${member === own ? '' : ` as ${own}`} } from ${from};`;
  }
  if (ts.isIdentifier(name)) {
    if (isBuiltin(specifier)) return `import ${name.text} from ${from};`;
    return target?.exports === 'default'
      ? `import ${renamed(name.text)} from ${from};`
      : `import * as ${name.text} from ${from};`;
  }
  const names = name.elements.flatMap((each) => {
    if (!ts.isBindingElement(each)) return [];
    const member = (each.propertyName ?? each.name).getText();
    if (r.project.makers.has(member)) return [];
    return [each.propertyName ? `${renamed(member)} as ${each.name.getText()}` : renamed(member)];
  });
  if (names.length === 0) return '';
  if (target?.exports === 'default') {
    const whole = r.makeName('loaded');
    return `import ${whole} from ${from};\nconst { ${names.join(', ').replaceAll(' as ', ': ')} } = ${whole};`;
  }
  return `import { ${names.join(', ')} } from ${from};`;
}

/** `module.exports = …` as an export; undefined for other assignments. */
export function exportedCode(
  { left, right }: ts.BinaryExpression,
  r: Renderer,
): string | undefined {
  const text = left.getText();
  if (text === 'module.exports') return wholeExport(right, r);
  const name = /^(?:module\.)?exports\.(\w+)$/.exec(text)?.[1];
  if (name === undefined) return undefined;
  if (r.project.makers.has(name)) return '';
  if (ts.isIdentifier(right)) {
    const own = r.project.classes.get(right.text)?.outName ?? right.text;
    return own === name ? `export { ${name} };` : `export { ${own} as ${name} };`;
  }
  return `export const ${name} = ${r.code(right)};`;
}

function wholeExport(right: ts.Expression, r: Renderer): string {
  if (ts.isIdentifier(right)) {
    if (r.project.makers.has(right.text) || r.file.drivers.has(right.text)) return '';
    return `export default ${r.project.classes.get(right.text)?.outName ?? right.text};`;
  }
  if (!isListOfNames(right)) return `export default ${r.code(right)};`;
  const names = right.properties
    .map((each) => each.name?.getText() ?? '')
    .filter((name) => !r.project.makers.has(name) && !r.file.drivers.has(name))
    .map((name) => r.project.classes.get(name)?.outName ?? name);
  return names.length === 0 ? '' : `export { ${names.join(', ')} };`;
}

/** `export { … }`, without what is gone. */
export function exportDeclarationCode(node: ts.ExportDeclaration, r: Renderer): string {
  const from =
    node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)
      ? node.moduleSpecifier.text
      : undefined;
  if (from !== undefined && isSeleniumPackage(from)) return '';
  const suffix = from === undefined ? '' : ` from ${quote(from.replace(/\.[cm]?[jt]sx?$/, ''))}`;
  if (!node.exportClause || !ts.isNamedExports(node.exportClause)) return `export *${suffix};`;
  const names = node.exportClause.elements
    .filter(({ name }) => !r.project.makers.has(name.text))
    .map((each) => r.project.classes.get(each.getText())?.outName ?? each.getText());
  return names.length === 0 ? '' : `export { ${names.join(', ')} }${suffix};`;
}
