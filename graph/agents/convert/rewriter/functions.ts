import ts from 'typescript';

import { kindOfParameter, typeOfParameter } from './annotations.ts';
import { functionState, Scope, type FunctionState, type Renderer } from './renderer.ts';
import { OTHER, Unsupported, type Value } from './value.ts';

/** Any function with a body. */
export type AnyFunction =
  | ts.ArrowFunction
  | ts.FunctionExpression
  | ts.FunctionDeclaration
  | ts.MethodDeclaration
  | ts.AccessorDeclaration
  | ts.ConstructorDeclaration;

/** A function inside an expression: it sees the pages of the function around it. */
export function callback(node: ts.Node, r: Renderer, given: readonly Value[]): string {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node))
    throw new Unsupported('A function is expected here.');
  const { fn, scope } = r;
  const { leads, list } = fn;
  const before = { isAsync: fn.isAsync, needsAsync: fn.needsAsync, leads, list };
  r.scope = new Scope(scope);
  fn.isAsync = hasAsync(node);
  fn.needsAsync = false;
  fn.leads = [];
  fn.list = [];
  try {
    const parameters = node.parameters.flatMap((each, at) => parameter(each, node, given[at], r));
    const body = bodyCode(node, r);
    const word = needsAsync(fn) ? 'async ' : '';
    if (ts.isFunctionExpression(node) && usesThis(node.body)) {
      const name = node.name ? ` ${node.name.text}` : '';
      return `${word}function${node.asteriskToken ? '*' : ''}${name}(${parameters.join(', ')}) ${body}`;
    }
    return `${word}(${parameters.join(', ')})${returnType(node, r)} => ${body}`;
  } finally {
    r.scope = scope;
    Object.assign(fn, before);
  }
}

function needsAsync({ isAsync, needsAsync: isNeeded }: FunctionState): boolean {
  return isAsync || isNeeded;
}

function parameter(
  node: ts.ParameterDeclaration,
  owner: AnyFunction,
  given: Value | undefined,
  r: Renderer,
): string[] {
  const { name } = node;
  if (!ts.isIdentifier(name)) {
    r.bindPattern(name, OTHER);
    return [r.splice(node)];
  }
  const known =
    given?.kind ?? kindOfParameter(name.text, node.type, node.type ? undefined : owner.body, r);
  if (known.is === 'page') {
    r.scope.bind(name.text, { code: r.page(), kind: known });
    return [];
  }
  const isPlain = given !== undefined || node.type !== undefined;
  r.scope.bind(name.text, { code: name.text, kind: isPlain ? known : OTHER });
  return [r.splice(node)];
}

function usesThis(node: ts.Node): boolean {
  if (node.kind === ts.SyntaxKind.ThisKeyword) return true;
  if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isClassLike(node))
    return false;
  return ts.forEachChild(node, usesThis) ?? false;
}

export function hasAsync(node: AnyFunction): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false;
}

function bodyCode(node: ts.ArrowFunction | ts.FunctionExpression, r: Renderer): string {
  const { body } = node;
  if (ts.isBlock(body)) return r.block(body);
  const value = r.expression(body);
  r.fn.returns.push(value.kind);
  const { leads } = r.fn;
  const isEmpty = value.kind.is === 'nothing' || value.kind.is === 'steps';
  if (leads.length === 0 && !isEmpty) return r.codeOf(value);
  const last = isEmpty
    ? value.kind.is === 'steps'
      ? value.kind.steps
      : []
    : [`return ${r.codeOf(value)};`];
  if (value.kind.is === 'steps') r.fn.needsAsync = true;
  return `{ ${[...leads, ...last].join(' ')} }`;
}

/** A function of its own: what it converts to, and what it was found to do. */
export interface Written {
  readonly parameters: string;
  readonly body: string;
  readonly returnType: string;
  readonly async: string;
  readonly state: FunctionState;
}

/** Converts a function that stands by itself: a method, a named function. */
export function standalone(
  node: AnyFunction,
  name: string,
  given: Partial<FunctionState> & { readonly page: string },
  r: Renderer,
): Written {
  const { fn, scope } = r;
  const state = functionState({ ...given, isAsync: hasAsync(node) });
  r.fn = state;
  r.scope = new Scope(scope);
  try {
    const parameters = parametersOf(node, name, r);
    let body = '';
    if (node.body && ts.isBlock(node.body)) body = r.functionBody(node.body);
    else if (node.body && ts.isArrowFunction(node)) body = bodyCode(node, r);
    if (state.frame !== undefined || state.page !== state.home)
      throw new Unsupported('A switch of frame or window outlives this function.');
    const type = returnType(node, r);
    const isAsync = state.isAsync || state.needsAsync || /^: Promise\b/.test(type);
    return { parameters, body, returnType: type, async: isAsync ? 'async ' : '', state };
  } finally {
    r.fn = fn;
    r.scope = scope;
  }
}

function returnType({ type }: AnyFunction, r: Renderer): string {
  return type ? `: ${r.rules.type(type, r)}` : '';
}

/** The parameters of a function; a driver is the page. */
function parametersOf(node: AnyFunction, name: string, r: Renderer): string {
  const calls = r.project.calls.get(name) ?? [];
  const codes = node.parameters.map((each, at) => {
    if (!ts.isIdentifier(each.name)) {
      r.bindPattern(each.name, OTHER);
      return r.splice(each);
    }
    const { text } = each.name;
    const kind = kindOfParameter(text, each.type, node.body, r);
    const modifiers = each.modifiers?.map((word) => `${word.getText()} `).join('') ?? '';
    if (kind.is === 'page') {
      r.use('Page');
      r.scope.bind(text, { code: 'page', kind });
      r.fn.page = 'page';
      Object.assign(r.fn, { home: 'page' });
      return `${modifiers}page: Page`;
    }
    r.scope.bind(text, { code: text, kind });
    const isTyped = each.type !== undefined || !r.file.isScript;
    const type = each.type
      ? `: ${r.rules.type(each.type, r)}`
      : isTyped && kind.is === 'other'
        ? ''
        : typeOfParameter(each, kind, calls, at, r);
    const mark = each.questionToken ? '?' : '';
    const rest = each.dotDotDotToken ? '...' : '';
    const initial = each.initializer ? ` = ${r.code(each.initializer)}` : '';
    return `${modifiers}${rest}${text}${mark}${type}${initial}`;
  });
  return codes.join(', ');
}

/** A named function of a file; one that uses the driver of the file is given the page. */
export function namedFunctionCode(node: AnyFunction, name: string, r: Renderer): Written {
  const written = standalone(node, name, { page: 'page' }, r);
  const hasPage =
    written.parameters.startsWith('page: Page') || written.parameters.includes(', page: Page');
  if (!r.file.needPage.has(name) || hasPage) return written;
  r.use('Page');
  const parameters = ['page: Page', written.parameters].filter((each) => each !== '').join(', ');
  return { ...written, parameters };
}
