import ts from 'typescript';

import { requiredBy } from '../syntax/parse.ts';
import { namespace, targetOf } from './imports.ts';
import { superCall } from './instances.ts';
import type { Interpreter } from './interpreter.ts';
import { runnerCall } from './runner.ts';
import { hoist } from './statements.ts';
import { constant, made, Names, type FunctionSym, type Sym } from './symbols.ts';
import { itemOf, unknowns } from './values.ts';

/** How deep functions that call each other are followed. */
export const MOST_DEPTH = 14;

export function callOf(at: Interpreter, node: ts.CallExpression, names: Names): Sym {
  const required = requiredBy(node);
  if (required !== undefined) return namespace(at, targetOf(at, required));
  const { expression: callee } = node;
  if (callee.kind === ts.SyntaxKind.SuperKeyword) return superCall(at, node, names);
  const args = (): Sym[] => node.arguments.map((each) => at.expression(each, names));
  if (!ts.isPropertyAccessExpression(callee)) {
    const target = at.expression(callee, names);
    if (target.is === 'word')
      return (
        runnerCall(at, target.name, node, names) ??
        at.words.call(target, '', args(), at, node) ??
        made(`call ${target.name}`)
      );
    const given = args();
    return target.is === 'function'
      ? at.invoke(target, given)
      : unknownCall(at, callee.getText(), [], given);
  }
  const method = callee.name.text;
  if (method === 'catch') {
    at.swallowed += 1;
    const receiver = at.expression(callee.expression, names);
    at.swallowed -= 1;
    return receiver;
  }
  const receiver = at.expression(callee.expression, names);
  if (receiver.is === 'word') {
    const handled = runnerCall(at, `${receiver.name}.${method}`, node, names);
    if (handled) return handled;
  }
  return methodCall(at, receiver, method, args(), node);
}

function methodCall(
  at: Interpreter,
  receiver: Sym,
  method: string,
  args: readonly Sym[],
  node: ts.CallExpression,
): Sym {
  const known = at.words.call(receiver, method, args, at, node);
  if (known) return known;
  const member = at.member(receiver, method);
  if (member.is === 'function')
    return at.invoke({ ...member, ...(receiver.is === 'object' ? { self: receiver } : {}) }, args);
  if (method === 'then' && args[0]?.is === 'function') return at.invoke(args[0], [receiver]);
  return collection(at, receiver, method, args) ?? unknownCall(at, method, [receiver], args);
}

/** A method of an array, followed for what it does with each item. */
function collection(
  at: Interpreter,
  receiver: Sym,
  method: string,
  args: readonly Sym[],
): Sym | undefined {
  const [first] = args;
  if (receiver.is === 'word' && receiver.name === 'Promise')
    return method === 'all' ? first : undefined;
  if (method === 'trim' && receiver.is === 'read') return receiver;
  if (first?.is !== 'function') return undefined;
  if (receiver.is === 'list' && ['map', 'forEach'].includes(method))
    return {
      is: 'list',
      items: receiver.items.map((item, place) => at.invoke(first, [item, constant(place)])),
    };
  const isKnown = receiver.is === 'elements' || receiver.is === 'made' || receiver.is === 'list';
  if (!isKnown) return undefined;
  const result = at.unsurely(() => at.invoke(first, [itemOf(receiver)]));
  return made(method, receiver, result);
}

/** A call of what is not known: its callbacks may or may not run. */
export function unknownCall(
  at: Interpreter,
  how: string,
  receiver: readonly Sym[],
  args: readonly Sym[],
): Sym {
  const given = args.map((arg) =>
    arg.is === 'function' ? at.unsurely(() => at.invoke(arg, unknowns(arg.node))) : arg,
  );
  return made(how, ...receiver, ...given);
}

/** Calls a function whose code is known. */
export function invokeFunction(
  at: Interpreter,
  { node, scope, self }: FunctionSym,
  args: readonly Sym[],
): Sym {
  if (at.depth >= MOST_DEPTH || !('body' in node) || !node.body) return made('deep');
  at.depth += 1;
  const { unsure } = at;
  const names = new Names(scope);
  if (self) names.set('this', self);
  try {
    for (const [place, each] of node.parameters.entries()) parameter(at, each, args, place, names);
    const { body } = node;
    if (!ts.isBlock(body)) return at.expression(body, names);
    hoist(body.statements, names);
    return at.run(body.statements, names)?.sym ?? constant(undefined);
  } finally {
    at.depth -= 1;
    // An early return ends the function, and what it made unsure.
    at.unsure = unsure;
  }
}

function parameter(
  at: Interpreter,
  node: ts.ParameterDeclaration,
  args: readonly Sym[],
  place: number,
  names: Names,
): void {
  const { name, type, initializer } = node;
  if (ts.isObjectBindingPattern(name) && args[place] === undefined) {
    // The fixtures of a test.
    for (const each of name.elements)
      names.set(
        each.name.getText(),
        at.words.isPage((each.propertyName ?? each.name).getText(), '')
          ? { is: 'page' }
          : made(`fixture ${each.name.getText()}`),
      );
    return;
  }
  const given = node.dotDotDotToken
    ? ({ is: 'list', items: args.slice(place) } as const)
    : args[place];
  const isPage = ts.isIdentifier(name) && at.words.isPage(name.text, type?.getText() ?? '');
  const unknown = !given || (given.is === 'made' && given.how.startsWith('parameter'));
  if (isPage && unknown) at.bind(name, { is: 'page' }, names);
  else
    at.bind(
      name,
      given ?? (initializer ? at.expression(initializer, names) : made(`parameter ${place}`)),
      names,
    );
}
