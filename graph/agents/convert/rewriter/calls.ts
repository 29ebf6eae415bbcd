import ts from 'typescript';

import { isFunction } from '../syntax/nodes.ts';
import { requiredBy } from '../syntax/parse.ts';
import { actionStep } from './actions.ts';
import { selectorCode } from './by.ts';
import { untilCall } from './conditions.ts';
import { driverCall, partCall } from './driver-calls.ts';
import { alertCall, elementCall, selectCall } from './element-calls.ts';
import type { Renderer } from './renderer.ts';
import { NEWEST, switchWindow } from './windows.ts';
import { other, quote, unquote, Unsupported, type By, type How, type Value } from './value.ts';

const HOWS: readonly string[] = [
  'id',
  'css',
  'xpath',
  'name',
  'className',
  'tagName',
  'linkText',
  'partialLinkText',
];

function isHow(name: string): name is How {
  return HOWS.includes(name);
}

/** A call, by what it is a call of. */
export function callRule(node: ts.CallExpression, r: Renderer): Value | undefined {
  const { expression: callee, arguments: args } = node;
  if (!ts.isPropertyAccessExpression(callee)) return plainCall(node, r);
  const method = callee.name.text;
  const { owner } = r.fn;
  if (owner && callee.expression.kind === ts.SyntaxKind.ThisKeyword)
    return methodCall(node, other('this'), owner.name, method, r);
  const receiver = r.expression(callee.expression);
  const { kind } = receiver;
  switch (kind.is) {
    case 'lost':
      throw new Unsupported(kind.reason);
    case 'page':
      return driverCall(method, args, r);
    case 'part':
      return partCall(kind.name, method, args, r);
    case 'selenium':
      return seleniumCall(kind.name, method, args, r);
    case 'locator':
      return elementCall(receiver, method, args, r);
    case 'select':
      return selectCall(receiver, method, args, r);
    case 'alert':
      return alertCall(kind, method, args, r);
    case 'steps':
      return actionStep(kind.steps, method, args, r);
    case 'handles':
      if (method === 'forEach') return switchToOther(node, r);
      return method === 'indexOf' || method === 'map' ? undefined : newest(method);
    case 'handle':
      throw new Unsupported(`Playwright's pages have no handle to call ${method}() of.`);
    case 'instance':
      return methodCall(node, receiver, kind.className, method, r);
    case 'locators':
      return locatorsCall(node, receiver, method, r);
    case 'other':
      return otherCall(receiver, method);
    default:
      return undefined;
  }
}

function newest(method: string): Value | undefined {
  if (['find', 'pop', 'at', 'shift'].includes(method)) return NEWEST;
  if (method === 'filter') return { code: '', kind: { is: 'handles' } };
  return undefined;
}

/** `handles.forEach(async (handle) => { if (handle !== original) await driver.switchTo().window(handle) })` */
function switchToOther(node: ts.CallExpression, r: Renderer): Value | undefined {
  if (!/\.switchTo\(\)\s*\.window\(/.test(node.getText())) return undefined;
  return switchWindow(NEWEST.kind, r);
}

function seleniumCall(
  name: string,
  method: string,
  args: readonly ts.Expression[],
  r: Renderer,
): Value {
  if (name === 'until' || name === 'selenium-webdriver/lib/until')
    return untilCall(method, args, r);
  if (name === 'By' || name === '*') return byCall(method, args, r);
  if (name === 'Key' && method === 'chord') {
    const keys = args.flatMap((arg) => keysOf(r.expression(arg), r));
    return { code: quote(keys.join('+')), kind: { is: 'keys', keys: [keys.join('+')] } };
  }
  throw new Unsupported(`No fixed rule converts ${name}.${method}() of Selenium.`);
}

function keysOf(value: Value, r: Renderer): readonly string[] {
  if (value.kind.is === 'keys') return value.kind.keys;
  const text = unquote(r.codeOf(value));
  if (text === undefined) throw new Unsupported('The keys are not known before the test runs.');
  return [text];
}

function byCall(method: string, args: readonly ts.Expression[], r: Renderer): Value {
  const first = args[0];
  if (!isHow(method) || !first) throw new Unsupported(`No fixed rule converts By.${method}().`);
  const code = r.code(first);
  const by: By = { how: method, code, text: unquote(code) };
  return { code: selectorCode(by), kind: { is: 'by', by } };
}

/** A call whose name stands alone: a function of the file, or `require`. */
function plainCall(node: ts.CallExpression, r: Renderer): Value | undefined {
  const { expression: callee } = node;
  if (requiredBy(node) !== undefined)
    throw new Unsupported('A module is loaded while the test runs.');
  if (!ts.isIdentifier(callee)) return undefined;
  if (r.project.makers.has(callee.text)) return { code: r.page(), kind: { is: 'page' } };
  const kind = r.rules.memberKind('', callee.text, r);
  const needsPage = r.file.needPage.has(callee.text) && r.scope.find(callee.text) === undefined;
  if (!needsPage && kind === undefined) return undefined;
  const args = node.arguments.map((arg) => argument(arg, r));
  if (needsPage) args.unshift(r.page());
  const code = `${callee.text}(${args.join(', ')})`;
  return { code, kind: kind ?? { is: 'other' }, promise: true };
}

/** An argument of a function of the sources. */
export function argument(node: ts.Expression, r: Renderer): string {
  if (r.fn.frame !== undefined && r.expression(node).kind.is === 'page')
    throw new Unsupported('The driver is handed on while it is switched into a frame.');
  return r.code(node);
}

function methodCall(
  node: ts.CallExpression,
  receiver: Value,
  className: string,
  method: string,
  r: Renderer,
): Value {
  if (r.fn.frame !== undefined)
    throw new Unsupported('A page object is used while the driver is switched into a frame.');
  const args = node.arguments.map((arg) => argument(arg, r));
  const code = `${r.codeOf(receiver)}.${method}(${args.join(', ')})`;
  const kind = r.rules.memberKind(className, method, r) ?? { is: 'other' };
  return { code, kind, promise: true, read: { what: 'call', of: code } };
}

function locatorsCall(
  node: ts.CallExpression,
  receiver: Value,
  method: string,
  r: Renderer,
): Value | undefined {
  const array = receiver.promise ? `(await ${receiver.code})` : receiver.code;
  const { kind } = receiver;
  const by = kind.is === 'locators' ? kind.by : undefined;
  const item: Value = { code: '', kind: { is: 'locator', by } };
  const args = node.arguments.map((arg) =>
    isFunction(arg) ? r.rules.callback(arg, r, [item]) : r.code(arg),
  );
  const code = `${array}.${method}(${args.join(', ')})`;
  if (method === 'pop' || method === 'shift' || method === 'at' || method === 'find')
    return { code: `${code}!`, kind: item.kind };
  if (method === 'slice' || method === 'filter' || method === 'reverse')
    return { code, kind: { is: 'locators', of: undefined, by } };
  return other(code);
}

/** Whether a string method leaves what a locator's text assertion compares. */
function otherCall(receiver: Value, method: string): Value | undefined {
  if (method === 'trim' && receiver.read?.what === 'text') {
    const inner = receiver.code.startsWith('await ') ? `(${receiver.code})` : receiver.code;
    return { ...receiver, code: `${inner}.trim()` };
  }
  return undefined;
}
