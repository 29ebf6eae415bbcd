import ts from 'typescript';

import type { SourceFile } from '#contract/convert';

import type { Style } from '../conventions.ts';
import { walk } from '../syntax/nodes.ts';
import { parseSource } from '../syntax/parse.ts';
import { makersIn } from './drivers.ts';
import { fileFacts, type FileFacts } from './file-facts.ts';
import { Marks } from './marks.ts';
import { isAssignmentOperator } from './references.ts';
import type { Kind } from './value.ts';

/** A class of the sources. */
export interface ClassFacts {
  readonly name: string;
  readonly outName: string;
  readonly file: string;
  readonly node: ts.ClassLikeDeclaration;
  readonly base: string | undefined;
  /** Fields that hold the driver. */
  readonly drivers: ReadonlySet<string>;
}
/** All sources together. */
export interface Project {
  readonly files: readonly FileFacts[];
  readonly classes: ReadonlyMap<string, ClassFacts>;
  /** Functions that start a browser. */
  readonly makers: ReadonlySet<string>;
  /** Members that hold a `By` and are handed on as one, so that they stay selector strings. */
  readonly handedOn: ReadonlySet<string>;
  /** Fields that are assigned outside a constructor. */
  readonly reassigned: ReadonlySet<string>;
  /** Arguments of every call and creation, by the name that is called. */
  readonly calls: ReadonlyMap<string, readonly (readonly ts.Expression[])[]>;
  /** Kinds of members that are known already. */
  readonly kinds: Map<string, Kind | undefined>;
  readonly style: Style;
  /** Elements that were typed into, cleared or selected from. */
  readonly formFields: Set<string>;
  readonly marks: Marks;
}
export function readProject(sources: readonly SourceFile[], style: Style): Project {
  const parsed = sources.map(({ name, text }) => parseSource(name, text));
  const makers = new Set(parsed.flatMap(({ tree }) => makersIn(tree)));
  const files = parsed.map((file) => fileFacts(file, makers));
  const classes = new Map<string, ClassFacts>();
  for (const file of files)
    walk(file.tree, (node) => {
      if (!ts.isClassLike(node) || !node.name) return;
      classes.set(node.name.text, classFacts(node, node.name.text, file, style));
    });
  return {
    files,
    classes,
    makers,
    handedOn: membersHandedOn(files, classes),
    reassigned: reassignedIn(files),
    calls: callsIn(files),
    kinds: new Map(),
    style,
    formFields: new Set(),
    marks: new Marks(sources.map(({ text }) => text)),
  };
}
function classFacts(
  node: ts.ClassLikeDeclaration,
  name: string,
  file: FileFacts,
  style: Style,
): ClassFacts {
  const extended = node.heritageClauses?.find(
    ({ token }) => token === ts.SyntaxKind.ExtendsKeyword,
  );
  const drivers = new Set<string>();
  for (const member of node.members) {
    if (ts.isPropertyDeclaration(member) && ts.isIdentifier(member.name)) {
      if (/\bWebDriver\b/.test(member.type?.getText() ?? '')) drivers.add(member.name.text);
    }
    if (!ts.isConstructorDeclaration(member)) continue;
    for (const each of member.parameters)
      if (each.modifiers?.length && file.drivers.has(each.name.getText()))
        drivers.add(each.name.getText());
    walk(member, (each) => {
      if (
        ts.isBinaryExpression(each) &&
        ts.isPropertyAccessExpression(each.left) &&
        each.left.expression.kind === ts.SyntaxKind.ThisKeyword &&
        ts.isIdentifier(each.right) &&
        file.drivers.has(each.right.text)
      )
        drivers.add(each.left.name.text);
    });
  }
  return {
    name,
    outName: suffixed(name, node, drivers, style),
    file: file.name,
    node,
    base: extended?.types[0]?.expression.getText(),
    drivers,
  };
}

/** Only what drives a page is a page object: it holds the driver, or extends what does. */
function suffixed(
  name: string,
  node: ts.ClassLikeDeclaration,
  drivers: ReadonlySet<string>,
  { suffix }: Style,
): string {
  const isPageObject = drivers.size > 0 || node.heritageClauses !== undefined;
  return suffix === '' || !isPageObject || name.endsWith(suffix) ? name : `${name}${suffix}`;
}
const FINDERS = /^(?:findElements?|elements?Located)$/;

/** Names of members whose `By` does more than find elements of the page. */
function membersHandedOn(
  files: readonly FileFacts[],
  classes: ReadonlyMap<string, ClassFacts>,
): Set<string> {
  const handedOn = new Set<string>();
  const finders = new Set(['until']);
  for (const { drivers } of [...files, ...classes.values()])
    for (const each of drivers) finders.add(each);
  for (const { tree } of files)
    walk(tree, (node) => {
      if (!ts.isPropertyAccessExpression(node)) return;
      const { parent } = node;
      const assigned =
        ts.isBinaryExpression(parent) &&
        parent.left === node &&
        parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
      const called = ts.isCallExpression(parent) && parent.expression === node;
      const owner = ts.isPropertyAccessExpression(parent) && parent.expression === node;
      if (assigned || called || owner) return;
      if (!isFoundOnPage(node, finders)) handedOn.add(node.name.text);
    });
  return handedOn;
}

function isFoundOnPage(node: ts.Node, finders: ReadonlySet<string>): boolean {
  const call = node.parent;
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return false;
  const { expression, name } = call.expression;
  if (!FINDERS.test(name.text)) return false;
  return finders.has(expression.getText().replace(/^this\./, ''));
}
function reassignedIn(files: readonly FileFacts[]): Set<string> {
  const found = new Set<string>();
  for (const { tree } of files)
    walk(tree, (node) => {
      if (!ts.isBinaryExpression(node) || !isAssignmentOperator(node.operatorToken.kind)) return;
      if (!ts.isPropertyAccessExpression(node.left)) return;
      if (!inConstructor(node)) found.add(node.left.name.text);
    });
  return found;
}

/** Whether the function right around a node is a constructor. */
function inConstructor(node: ts.Node): boolean {
  let at = node.parent;
  while (!ts.isFunctionLike(at) && !ts.isSourceFile(at)) at = at.parent;
  return ts.isConstructorDeclaration(at);
}
function callsIn(files: readonly FileFacts[]): Map<string, (readonly ts.Expression[])[]> {
  const calls = new Map<string, (readonly ts.Expression[])[]>();
  for (const { tree } of files)
    walk(tree, (node) => {
      if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return;
      const callee = node.expression;
      const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
      const known = calls.get(name) ?? [];
      known.push(node.arguments ?? []);
      calls.set(name, known);
    });
  return calls;
}
