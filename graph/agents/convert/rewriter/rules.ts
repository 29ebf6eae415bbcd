import ts from 'typescript';

import { kindOfType, typeRule } from './annotations.ts';
import { classCode, fieldAssigned, memberKind } from './classes.ts';
import { expressionRule } from './expression.ts';
import { callback, namedFunctionCode, standalone } from './functions.ts';
import { exportedCode, requiredCode } from './modules.ts';
import type { FileFacts } from './file-facts.ts';
import type { ClassFacts } from './project.ts';
import { functionState, Renderer, type Rules } from './renderer.ts';
import { statementsRule } from './statements.ts';
import { OTHER, Unsupported, type Kind } from './value.ts';
import { NEWEST, switchWindow } from './windows.ts';

/** All the rules, put together: each of them knows the others only through the renderer. */
export const RULES: Rules = {
  expression: expressionRule,
  statements: statementsRule,
  callback,
  type: typeRule,
  memberKind: (className, member, r) =>
    className === '' ? functionKind(member, r) : memberKind(className, member, r),
  declared: (node, r) => {
    if (ts.isClassDeclaration(node)) return classCode(node, r);
    const name = node.name?.text ?? '';
    if (r.project.makers.has(name)) return '';
    const words = (node.modifiers ?? [])
      .map((each) => each.getText())
      .filter((word) => word !== 'async');
    const written = namedFunctionCode(node, name, r);
    if (written.async !== '') words.push('async');
    const star = node.asteriskToken ? '*' : '';
    return `${[...words, `function${star}`, name].join(' ')}(${written.parameters})${written.returnType} ${written.body}`;
  },
  named: (node, name, r) => {
    const written = namedFunctionCode(node, name, r);
    return `${written.async}(${written.parameters})${written.returnType} => ${written.body}`;
  },
  fieldAssigned,
  exported: exportedCode,
  required: requiredCode,
  constant: (node, r) => r.code(node),
  constantKind,
  typeKind: kindOfType,
  returnKind,
  kindIn: (node, owner, r) => apart(owner, r).kindOf(node),
  switchToNewest: (r) => switchWindow(NEWEST.kind, r),
};

/** A renderer of the file of a class, whose output is not kept. */
function apart(owner: ClassFacts, r: Renderer): Renderer {
  const file = r.project.files.find(({ name }) => name === owner.file) ?? r.file;
  const own = new Renderer(r.project, file, r.rules);
  own.fn = functionState({ page: 'this.page', owner });
  return own;
}

function returnKind(
  node: ts.MethodDeclaration | ts.GetAccessorDeclaration,
  owner: ClassFacts,
  r: Renderer,
): Kind | undefined {
  const typed = kindOfType(promised(node.type), r);
  if (typed) return typed;
  try {
    const given = { page: 'this.page', owner };
    const { state } = standalone(node, node.name.getText(), given, apart(owner, r));
    return kept(state.returns);
  } catch (error) {
    // What the method gives is said where its class is converted.
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

function promised(node: ts.TypeNode | undefined): ts.TypeNode | undefined {
  const isPromise = node && ts.isTypeReferenceNode(node) && node.typeName.getText() === 'Promise';
  return isPromise ? node.typeArguments?.[0] : node;
}

/** What a function gives, if it is of a kind that outlives it. */
function kept(returns: readonly Kind[]): Kind | undefined {
  const found = returns.find(
    ({ is }) => !['other', 'nothing', 'lost', 'steps', 'alert'].includes(is),
  );
  return found?.is === 'locators' ? { ...found, of: undefined } : found;
}

/** What a function of the file gives. */
function functionKind(name: string, r: Renderer): Kind | undefined {
  const key = `${r.file.name} ${name}`;
  const { kinds } = r.project;
  if (kinds.has(key)) return kinds.get(key);
  const node = r.file.functions.get(name);
  if (!node) return undefined;
  kinds.set(key, undefined);
  const own = new Renderer(r.project, r.file, r.rules);
  try {
    kinds.set(key, kept(standalone(node, name, { page: 'page' }, own).state.returns));
  } catch (error) {
    // What the function gives is said where it is converted.
    if (!(error instanceof Unsupported)) throw error;
  }
  return kinds.get(key);
}

function constantKind(name: string, r: Renderer): Kind {
  const own = r.file.constants.get(name);
  const file = own ? r.file : r.project.files.find(({ constants }) => constants.has(name));
  const node = file?.constants.get(name);
  if (!file || !node || (!own && !isImported(name, r.file))) return OTHER;
  const key = `${file.name} = ${name}`;
  const { kinds } = r.project;
  if (!kinds.has(key)) {
    kinds.set(key, OTHER);
    const kind = new Renderer(r.project, file, r.rules).kindOf(node);
    if (['by', 'record', 'keys', 'instance'].includes(kind.is)) kinds.set(key, kind);
  }
  return kinds.get(key) ?? OTHER;
}

function isImported(name: string, { tree }: FileFacts): boolean {
  return tree.statements.some((statement) => {
    if (ts.isImportDeclaration(statement)) return statement.getText().includes(name);
    return (
      ts.isVariableStatement(statement) &&
      /\brequire\(/.test(statement.getText()) &&
      statement.getText().includes(name)
    );
  });
}
