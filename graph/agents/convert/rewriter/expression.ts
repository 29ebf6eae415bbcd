import ts from 'typescript';

import { argument, callRule } from './calls.ts';
import { keyName } from './keys.ts';
import { isFunction } from '../syntax/nodes.ts';
import type { Renderer } from './renderer.ts';
import { isReference } from './references.ts';
import { windowAt } from './windows.ts';
import { other, quote, Unsupported, type Kind, type Value } from './value.ts';

/** Converts an expression, or says undefined where only what is inside it changes. */
export function expressionRule(node: ts.Expression, r: Renderer): Value | undefined {
  if (ts.isIdentifier(node)) return isReference(node) ? identifier(node, r) : other(node.text);
  if (ts.isAwaitExpression(node)) return awaited(node, r);
  if (ts.isParenthesizedExpression(node)) return parenthesized(node, r);
  if (ts.isNonNullExpression(node)) return wrapped(node.expression, r, (code) => `${code}!`);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return cast(node, r);
  if (ts.isCallExpression(node)) return callRule(node, r);
  if (ts.isNewExpression(node)) return creation(node, r);
  if (ts.isPropertyAccessExpression(node)) return property(node, r);
  if (ts.isElementAccessExpression(node)) return element(node, r);
  if (isFunction(node)) return other(r.rules.callback(node, r, []));
  if (ts.isObjectLiteralExpression(node)) return record(node, r);
  if (ts.isClassExpression(node)) throw new Unsupported('A class without a declaration.');
  return undefined;
}

function identifier(node: ts.Identifier, r: Renderer): Value {
  const { text } = node;
  const bound = r.scope.find(text);
  if (bound) return isStale(bound, r) ? stale(bound) : bound;
  if (r.file.drivers.has(text)) return { code: r.page(), kind: { is: 'page' } };
  const selenium = r.file.selenium.get(text);
  if (selenium !== undefined) return { code: '', kind: { is: 'selenium', name: selenium } };
  const known = r.project.classes.get(text);
  if (known) return other(known.outName);
  return { code: text, kind: r.rules.constantKind(text, r) };
}

function isStale({ since }: Value, r: Renderer): boolean {
  return since !== undefined && since !== r.fn.epoch;
}

/** What was read before the page was acted upon is a plain value now. */
function stale({ code, kind }: Value): Value {
  return { code, kind: kind.is === 'locators' ? { ...kind, of: undefined } : kind };
}

/** Whether awaiting this would do nothing in Playwright. */
function isAtOnce(kind: Kind): boolean {
  return [
    'page',
    'locator',
    'by',
    'handle',
    'alert',
    'part',
    'condition',
    'steps',
    'select',
    'nothing',
  ].includes(kind.is);
}

function awaited(node: ts.AwaitExpression, r: Renderer): Value {
  const value = r.expression(node.expression);
  if (value.kind.is === 'lost') throw new Unsupported(value.kind.reason);
  if (value.promise) return { ...value, promise: false, code: `await ${value.code}` };
  if (value.kind.is !== 'other' || value.read) {
    if (
      isAtOnce(value.kind) ||
      value.read ||
      value.kind.is === 'handles' ||
      value.kind.is === 'instance'
    )
      return value;
  }
  return { ...value, code: `await ${value.code}` };
}

function parenthesized(node: ts.ParenthesizedExpression, r: Renderer): Value {
  const value = r.expression(node.expression);
  if (/^[\w.]+$/.test(value.code) || value.code === '') return value;
  const isChain = /^[\w.]+\(/.test(value.code) && !value.code.startsWith('await ');
  if (value.kind.is === 'locator' && isChain) return value;
  return { ...value, code: `(${value.code})` };
}

function wrapped(node: ts.Expression, r: Renderer, wrap: (code: string) => string): Value {
  const value = r.expression(node);
  if (value.kind.is === 'other' && value.read === undefined)
    return { ...value, code: wrap(r.codeOf(value)) };
  return value;
}

function cast(node: ts.AsExpression | ts.SatisfiesExpression, r: Renderer): Value {
  const value = r.expression(node.expression);
  if (value.kind.is !== 'other') return value;
  if (ts.isAsExpression(node) && node.type.getText() === 'any') return value;
  const word = ts.isAsExpression(node) ? 'as' : 'satisfies';
  return { ...value, code: `${r.codeOf(value)} ${word} ${r.rules.type(node.type, r)}` };
}

function creation(node: ts.NewExpression, r: Renderer): Value | undefined {
  const { expression } = node;
  const name = ts.isIdentifier(expression) ? expression.text : '';
  if (name !== '' && r.project.classes.has(name)) {
    const args = (node.arguments ?? []).map((arg) => argument(arg, r));
    const { outName } = r.project.classes.get(name) ?? { outName: name };
    return {
      code: `new ${outName}(${args.join(', ')})`,
      kind: { is: 'instance', className: name },
    };
  }
  const callee = r.expression(expression);
  if (callee.kind.is !== 'selenium') return undefined;
  if (/(?:^|\.)Select$/.test(expression.getText()) || callee.kind.name === 'Select') {
    const first = node.arguments?.[0];
    if (!first) throw new Unsupported('A Select without an element.');
    const found = r.expression(first);
    if (found.kind.is !== 'locator') throw new Unsupported('A Select of an unknown element.');
    r.fieldUsed(found.kind);
    return { code: found.code, kind: { is: 'select', by: found.kind.by } };
  }
  return { code: '', kind: { is: 'selenium', name: `new ${expression.getText()}` } };
}

function property(node: ts.PropertyAccessExpression, r: Renderer): Value | undefined {
  const name = node.name.text;
  if (startsBrowser(node)) return { code: r.page(), kind: { is: 'page' } };
  if (node.expression.kind === ts.SyntaxKind.ThisKeyword) return ownMember(name, r);
  const receiver = r.expression(node.expression);
  const { kind } = receiver;
  switch (kind.is) {
    case 'lost':
      throw new Unsupported(kind.reason);
    case 'selenium':
      return seleniumMember(kind.name, name);
    case 'record': {
      const member = kind.members.get(name);
      const code = `${receiver.code}.${name}`;
      return member ? { ...member, code } : other(code);
    }
    case 'locators':
      if (name === 'length') return count(receiver);
      return undefined;
    case 'handles':
      return name === 'length' ? other(`${r.page()}.context().pages().length`) : undefined;
    case 'instance': {
      const member = r.rules.memberKind(kind.className, name, r) ?? { is: 'other' };
      return { code: `${receiver.code}.${name}`, kind: member };
    }
    default:
      return staticMember(node, name, r);
  }
}

function startsBrowser(node: ts.Node): boolean {
  return ts.isIdentifier(node) && node.text === 'Builder';
}

function count(receiver: Value): Value {
  const code = receiver.promise ? `(await ${receiver.code}).length` : `${receiver.code}.length`;
  const of = receiver.kind.is === 'locators' ? receiver.kind.of : undefined;
  if (of === undefined) return other(code);
  const fresh = receiver.promise === true || receiver.code.startsWith('(await ');
  return {
    ...other(fresh ? `await ${of}.count()` : code),
    read: { what: 'count', of },
    ...(receiver.taken ? { taken: receiver.taken } : {}),
  };
}

function seleniumMember(owner: string, name: string): Value {
  if (owner === '*') return { code: '', kind: { is: 'selenium', name } };
  if (owner !== 'Key') return { code: '', kind: { is: 'selenium', name: `${owner}.${name}` } };
  const key = name === 'NULL' ? '' : keyName(name);
  if (key === undefined) throw new Unsupported(`Playwright has no key like Key.${name}.`);
  return { code: quote(key), kind: { is: 'keys', keys: [key] } };
}

/** `this.x` in a class of the sources. */
function ownMember(name: string, r: Renderer): Value | undefined {
  const { owner } = r.fn;
  if (!owner) return undefined;
  const kind = r.rules.memberKind(owner.name, name, r);
  if (kind?.is === 'page') {
    const code = r.fn.page === r.fn.home ? 'this.page' : r.page();
    return { code, kind };
  }
  if (kind === undefined) return undefined;
  return { code: `this.${name}`, kind };
}

function staticMember(
  node: ts.PropertyAccessExpression,
  name: string,
  r: Renderer,
): Value | undefined {
  if (!ts.isIdentifier(node.expression)) return undefined;
  const known = r.project.classes.get(node.expression.text);
  if (!known) return undefined;
  const kind = r.rules.memberKind(known.name, name, r) ?? { is: 'other' };
  return { code: `${known.outName}.${name}`, kind };
}

function element(node: ts.ElementAccessExpression, r: Renderer): Value | undefined {
  const receiver = r.expression(node.expression);
  const { kind } = receiver;
  const { argumentExpression: index } = node;
  if (kind.is === 'handles') return windowAt(index.getText(), r);
  if (kind.is === 'record') {
    const member = ts.isStringLiteral(index) ? kind.members.get(index.text) : undefined;
    const first = [...kind.members.values()][0];
    const code = `${receiver.code}[${r.code(index)}]`;
    if (member) return { ...member, code };
    return { code, kind: first?.kind.is === 'by' ? { is: 'by', by: undefined } : { is: 'other' } };
  }
  if (kind.is !== 'locators') return undefined;
  const at = r.code(index);
  const item: Kind = { is: 'locator', by: kind.by };
  if (receiver.promise === true || receiver.code.startsWith('(await '))
    return kind.of === undefined ? undefined : { code: `${kind.of}.nth(${at})`, kind: item };
  return { code: `${receiver.code}[${at}]`, kind: item };
}

/** An object literal remembers which of its members are selectors. */
function record(node: ts.ObjectLiteralExpression, r: Renderer): Value {
  const members = new Map<string, Value>();
  for (const each of node.properties)
    if (ts.isPropertyAssignment(each)) {
      const value = r.expression(each.initializer);
      if (value.kind.is === 'by' || value.kind.is === 'record')
        members.set(nameOf(each.name), value);
    }
  const code = r.splice(node);
  return members.size === 0 ? other(code) : { code, kind: { is: 'record', members } };
}

function nameOf(name: ts.PropertyName): string {
  return ts.isStringLiteral(name) || ts.isIdentifier(name) ? name.text : name.getText();
}
