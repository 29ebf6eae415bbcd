import ts from 'typescript';

import type { Finding } from '#contract/convert';

import { walk } from '../syntax/nodes.ts';
import { lineAt, lineOf, type ParsedFile } from '../syntax/parse.ts';

/** Ways in which a test seems to hold though it tests nothing. */
export function findTricks(file: ParsedFile, sourceRunsScripts: boolean): Finding[] {
  const findings: Finding[] = [];
  const say = (line: number, sentence: string): void =>
    void findings.push({ gate: 'tests', file: file.name, line, sentence });
  for (const [line, sentence] of directives(file)) say(line, sentence);
  walk(file.tree, (node) => {
    const sentence = trick(node, sourceRunsScripts);
    if (sentence !== undefined) say(lineOf(node), sentence);
  });
  return findings;
}

function* directives({ tree }: ParsedFile): Generator<[number, string]> {
  const { text } = tree;
  const scanner = ts.createScanner(
    ts.ScriptTarget.Latest,
    false,
    ts.LanguageVariant.Standard,
    text,
  );
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    const isComment =
      token === ts.SyntaxKind.SingleLineCommentTrivia ||
      token === ts.SyntaxKind.MultiLineCommentTrivia;
    const found = isComment
      ? /@ts-(?:ignore|nocheck|expect-error)/.exec(scanner.getTokenText())?.[0]
      : undefined;
    if (found !== undefined)
      yield [lineAt(tree, scanner.getTokenStart()), `${found} hides what the compiler would say.`];
  }
}

const STOPS =
  /^(?:test|it|describe)(?:\.describe)?\.(?:skip|only|fixme|fail)$|^(?:testInfo|test\.info\(\)|info)\.(?:skip|fixme|fail)$/;
const FAKES = new Set([
  'setContent',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'addInitScript',
  'exposeFunction',
  'exposeBinding',
  'addScriptTag',
  'addStyleTag',
]);
const OWN = new Set(['expect', 'test', 'page']);

function trick(node: ts.Node, sourceRunsScripts: boolean): string | undefined {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return '“any” hides what the compiler would say.';
  if (ts.isIdentifier(node) && (node.text === 'eval' || node.text === 'Function') && isCalled(node))
    return `${node.text} makes code that the gates do not see.`;
  if (ts.isBindingElement(node) || ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node))
    return hides(node);
  return ts.isCallExpression(node) ? call(node, sourceRunsScripts) : undefined;
}

function isCalled(node: ts.Identifier): boolean {
  return (
    (ts.isCallExpression(node.parent) || ts.isNewExpression(node.parent)) &&
    node.parent.expression === node
  );
}

function hides(
  node: ts.BindingElement | ts.VariableDeclaration | ts.FunctionDeclaration,
): string | undefined {
  const name = node.name && ts.isIdentifier(node.name) ? node.name.text : '';
  if (!OWN.has(name)) return undefined;
  // The page of a fixture is Playwright's own.
  if (name === 'page' && ts.isBindingElement(node)) return undefined;
  if (name === 'page' && ts.isVariableDeclaration(node) && isPageMade(node)) return undefined;
  return `${name} is Playwright's; here the name stands for something else.`;
}

function isPageMade({ initializer, type }: ts.VariableDeclaration): boolean {
  if (!initializer) return type?.getText() === 'Page';
  return /\.(?:newPage|waitForEvent)\(/.test(initializer.getText());
}

function call(node: ts.CallExpression, sourceRunsScripts: boolean): string | undefined {
  const { expression } = node;
  const text = expression.getText();
  if (
    text.length < 60 &&
    /^(?:test|it)\.(?:skip|fixme|fail)$/.test(text) &&
    !ts.isStringLiteralLike(node.arguments[0] ?? node)
  )
    return `${text}() ends or excuses the test.`;
  if (text.length < 60 && STOPS.test(text) && /info/i.test(text))
    return `${text}() ends or excuses the test.`;
  if (/^process\.(?:exit|abort|kill)$/.test(text)) return `${text}() ends the run.`;
  if (text === 'expect.soft') return 'expect.soft lets the test go on after it failed.';
  if (/^expect\.(?:extend|configure)$/.test(text) || text === 'test.extend')
    return `${text}() replaces what Playwright itself checks.`;
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const { name } = expression;
  if (FAKES.has(name.text)) return `${name.text}() puts something else in the place of the site.`;
  return /^evaluate(?:All|Handle)?$/.test(name.text) ? script(node, sourceRunsScripts) : undefined;
}

const READ_ONLY =
  /^(?:\(element\) => \(?element(?: as \w+\))?\.\w+(?:\.toLowerCase\(\))?|\(element\) => element\.closest\('form'\)\?\.requestSubmit\(\)|\(element, name\) => getComputedStyle\(element\)\.getPropertyValue\(name\))$/;

/** A script may change the page into what the test then finds. */
function script(node: ts.CallExpression, sourceRunsScripts: boolean): string | undefined {
  const text = node.arguments[0]?.getText() ?? '';
  if (sourceRunsScripts || READ_ONLY.test(text)) return undefined;
  return 'A script runs in the page; the source runs none.';
}
