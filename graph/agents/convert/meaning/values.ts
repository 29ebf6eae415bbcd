import ts from 'typescript';

import { constant, made, type Sym } from './symbols.ts';

export function unknowns(node: ts.FunctionLikeDeclaration): Sym[] {
  return node.parameters.map((_, at) => made(`parameter ${at}`));
}

export function nameOf(name: ts.PropertyName): string {
  return ts.isStringLiteralLike(name) || ts.isIdentifier(name) || ts.isPrivateIdentifier(name)
    ? name.text
    : name.getText();
}

/** One of several, which one is not known. */
export function itemOf(all: Sym): Sym {
  return all.is === 'elements'
    ? { is: 'element', chain: all.chain, index: 'each' }
    : made('item', all);
}

/** Whether a symbol is true, where it is a constant. */
export function truthOf(sym: Sym): boolean | undefined {
  if (sym.is === 'value') return Boolean(sym.value);
  return sym.is === 'list' || sym.is === 'object' || sym.is === 'function' ? true : undefined;
}

export function added(one: Sym, two: Sym): Sym {
  if (one.is === 'value' && two.is === 'value') {
    const [left, right] = [one.value, two.value];
    if (typeof left === 'number' && typeof right === 'number') return constant(left + right);
    return constant(`${String(left)}${String(right)}`);
  }
  if (two.is === 'value' && two.value === '') return one;
  return made('+', one, two);
}

export function patternOf(literal: string): Sym {
  return {
    is: 'pattern',
    source: literal.slice(1, literal.lastIndexOf('/')) + (literal.endsWith('i') ? ' (i)' : ''),
  };
}
