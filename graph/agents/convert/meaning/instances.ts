import ts from 'typescript';

import type { Interpreter } from './interpreter.ts';
import { constant, made, Names, type Sym } from './symbols.ts';
import { nameOf } from './values.ts';

/** How deep constructors are followed. */
const MOST_DEPTH = 14;

export function creationOf(at: Interpreter, node: ts.NewExpression, names: Names): Sym {
  const args = (node.arguments ?? []).map((each) => at.expression(each, names));
  const target = at.expression(node.expression, names);
  if (target.is === 'class') return instanceOf(at, target, args);
  const name = target.is === 'word' ? target.name : node.expression.getText();
  return at.words.create(name, args) ?? at.unknownCall(`new ${name}`, args);
}

export function instanceOf(
  at: Interpreter,
  { node, scope }: Extract<Sym, { is: 'class' }>,
  args: readonly Sym[],
): Sym {
  const self: Sym = { is: 'object', members: new Map() };
  if (at.depth < MOST_DEPTH) build(at, self, node, scope, args);
  return self;
}

function build(
  at: Interpreter,
  self: Sym,
  node: ts.ClassLikeDeclaration,
  scope: Names,
  args: readonly Sym[],
): void {
  if (self.is !== 'object') return;
  const names = new Names(scope);
  names.set('this', self);
  const maker = node.members.find((each) => ts.isConstructorDeclaration(each));
  const base = baseOf(at, node, scope);
  if (base && !maker) {
    at.depth += 1;
    if (at.depth < MOST_DEPTH) build(at, self, base.node, base.scope, args);
    at.depth -= 1;
  }
  for (const [place, each] of maker?.parameters.entries() ?? [])
    if (each.modifiers?.length) {
      const isPage = at.words.isPage(each.name.getText(), each.type?.getText() ?? '');
      self.members.set(
        each.name.getText(),
        isPage ? { is: 'page' } : (args[place] ?? made(`parameter ${place}`)),
      );
    }
  for (const each of node.members) {
    if (!each.name) continue;
    const name = nameOf(each.name);
    if (ts.isPropertyDeclaration(each)) {
      const isPage = at.words.isPage(name, each.type?.getText() ?? '');
      if (each.initializer) self.members.set(name, at.expression(each.initializer, names));
      else if (isPage) self.members.set(name, { is: 'page' });
    }
    if (ts.isMethodDeclaration(each))
      self.members.set(name, { is: 'function', node: each, scope, self });
    if (ts.isGetAccessor(each))
      self.members.set(`get ${name}`, { is: 'function', node: each, scope, self });
  }
  if (maker) {
    if (base) names.set('super', { is: 'class', node: base.node, scope: base.scope });
    at.invoke({ is: 'function', node: maker, scope: names, self }, args);
  }
}

function baseOf(
  at: Interpreter,
  node: ts.ClassLikeDeclaration,
  scope: Names,
): Extract<Sym, { is: 'class' }> | undefined {
  const extended = node.heritageClauses?.find(
    ({ token }) => token === ts.SyntaxKind.ExtendsKeyword,
  );
  const base = extended?.types[0];
  const sym = base && at.expression(base.expression, scope);
  return sym?.is === 'class' ? sym : undefined;
}

export function superCall(at: Interpreter, node: ts.CallExpression, names: Names): Sym {
  const base = names.get('super');
  const self = names.get('this');
  const args = node.arguments.map((each) => at.expression(each, names));
  if (base?.is === 'class' && self && at.depth < MOST_DEPTH) {
    const own = self.is === 'object' ? new Map(self.members) : new Map<string, Sym>();
    at.depth += 1;
    build(at, self, base.node, base.scope, args);
    at.depth -= 1;
    // Methods of the class itself stand before those of its base.
    if (self.is === 'object') for (const [name, each] of own) self.members.set(name, each);
  }
  return constant(undefined);
}
