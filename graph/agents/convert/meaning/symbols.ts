import type ts from 'typescript';

import type { Selector } from './selectors.ts';

/** What an expression stands for, as far as the syntax tree tells. Nothing is executed. */
export type Sym =
  /** A constant: a string, number, boolean, null, undefined or pattern. */
  | { readonly is: 'value'; readonly value: string | number | boolean | null | undefined }
  | { readonly is: 'pattern'; readonly source: string }
  | { readonly is: 'page' }
  | { readonly is: 'by'; readonly selector: Selector }
  | ElementSym
  /** All elements of a chain. */
  | { readonly is: 'elements'; readonly chain: readonly Selector[] }
  | { readonly is: 'read'; readonly what: string; readonly of: Sym }
  | { readonly is: 'list'; readonly items: readonly Sym[] }
  | { readonly is: 'object'; readonly members: Map<string, Sym> }
  | { readonly is: 'class'; readonly node: ts.ClassLikeDeclaration; readonly scope: Names }
  | FunctionSym
  /** Part of the vocabulary: `By`, `expect`, `driver.manage()`. */
  | { readonly is: 'word'; readonly name: string; readonly of?: Sym }
  | { readonly is: 'condition'; readonly name: string; readonly args: readonly Sym[] }
  /** Anything else, by how it was put together. */
  | { readonly is: 'made'; readonly how: string; readonly from: readonly Sym[] };

export interface ElementSym {
  readonly is: 'element';
  readonly chain: readonly Selector[];
  /** Which one of several, where it is said. */
  readonly index?: string;
}

export interface FunctionSym {
  readonly is: 'function';
  readonly node: ts.FunctionLikeDeclaration;
  readonly scope: Names;
  readonly self?: Sym;
}

/** Names and what they stand for now. */
export class Names {
  readonly #own = new Map<string, Sym>();
  readonly #outer: Names | undefined;

  constructor(outer?: Names) {
    this.#outer = outer;
  }

  set(name: string, sym: Sym): void {
    this.#own.set(name, sym);
  }

  /** Gives a new value to a name where it was declared. */
  assign(name: string, sym: Sym): void {
    (this.declaring(name) ?? this).set(name, sym);
  }

  get(name: string): Sym | undefined {
    const found = this.declaring(name);
    return found?.own(name);
  }

  own(name: string): Sym | undefined {
    return this.#own.get(name);
  }

  all(): ReadonlyMap<string, Sym> {
    return this.#own;
  }

  /** The names among which a name was declared. */
  private declaring(name: string): Names | undefined {
    if (this.#own.has(name)) return this;
    return this.#outer?.declaring(name);
  }
}

export function made(how: string, ...from: readonly Sym[]): Sym {
  return { is: 'made', how, from };
}

export function constant(value: string | number | boolean | null | undefined): Sym {
  return { is: 'value', value };
}

/** A text for a symbol: the same for the same meaning. */
export function describeSym(sym: Sym, depth = 0): string {
  if (depth > 12) return '…';
  const inner = (each: Sym): string => describeSym(each, depth + 1);
  switch (sym.is) {
    case 'value':
      return typeof sym.value === 'string' ? JSON.stringify(sym.value) : String(sym.value);
    case 'pattern':
      return `/${sym.source}/`;
    case 'page':
      return 'the page';
    case 'by':
      return sym.selector.text;
    case 'element':
      return (
        sym.chain.map(({ text }) => text).join(' ') +
        (sym.index === undefined ? '' : `[${sym.index}]`)
      );
    case 'elements':
      return `all ${sym.chain.map(({ text }) => text).join(' ')}`;
    case 'read':
      return `${sym.what} of ${inner(sym.of)}`;
    case 'list':
      return `[${sym.items.map(inner).join(', ')}]`;
    case 'object':
      return `{ ${[...sym.members].map(([name, each]) => `${name}: ${depth > 3 ? '…' : inner(each)}`).join(', ')} }`;
    case 'class':
    case 'function':
      return sym.is;
    case 'word':
    case 'condition':
      return sym.name;
    case 'made':
      return `${sym.how}(${sym.from.map(inner).join(', ')})`;
  }
}
