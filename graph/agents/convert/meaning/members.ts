import ts from 'typescript';

import type { Interpreter } from './interpreter.ts';
import { constant, made, type Sym } from './symbols.ts';
import { nameOf } from './values.ts';

/** A member of what something stands for. */
export function memberOf(at: Interpreter, owner: Sym, name: string): Sym {
  switch (owner.is) {
    case 'object': {
      const own = owner.members.get(name);
      if (own) return own;
      break;
    }
    case 'class': {
      const found = owner.node.members.find(
        (each) => each.name !== undefined && nameOf(each.name) === name,
      );
      if (found && ts.isPropertyDeclaration(found) && found.initializer)
        return at.expression(found.initializer, owner.scope);
      if (found && ts.isMethodDeclaration(found))
        return { is: 'function', node: found, scope: owner.scope };
      break;
    }
    case 'list':
      if (name === 'length') return constant(owner.items.length);
      return owner.items[Number(name)] ?? made(`.${name}`, owner);
    case 'elements':
      if (name === 'length') return { is: 'read', what: 'count', of: owner };
      if (/^\d+$/.test(name)) return { is: 'element', chain: owner.chain, index: name };
      break;
    case 'word':
      return { is: 'word', name: `${owner.name}.${name}`, ...(owner.of ? { of: owner.of } : {}) };
    default:
  }
  return getter(at, owner, name) ?? made(`.${name}`, owner);
}

function getter(at: Interpreter, owner: Sym, name: string): Sym | undefined {
  if (owner.is !== 'object') return undefined;
  const getter = owner.members.get(`get ${name}`);
  return getter?.is === 'function' ? at.invoke({ ...getter, self: owner }, []) : undefined;
}
