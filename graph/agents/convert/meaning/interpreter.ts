import ts from 'typescript';

import { lineOf, type ParsedFile } from '../syntax/parse.ts';
import { invokeFunction, unknownCall } from './calls.ts';
import { meaningOf } from './expressions.ts';
import {
  emptyTrace,
  type Claim,
  type FoundTest,
  type Returned,
  type Suite,
  type Trace,
  type Vocabulary,
} from './facts.ts';
import { instanceOf } from './instances.ts';
import { memberOf } from './members.ts';
import { hoist, runStatements } from './statements.ts';
import { Names, type ElementSym, type FunctionSym, type Sym } from './symbols.ts';
import { unknowns } from './values.ts';

/** Most statements and expressions that are followed for one set of files. */
const BUDGET = 400_000;

/** Follows code along its syntax tree: what names stand for, what is asserted, typed and looked for. */
export class Interpreter {
  readonly tests: FoundTest[] = [];
  trace: Trace = emptyTrace();
  readonly files: readonly ParsedFile[];
  readonly words: Vocabulary;
  readonly scopes = new Map<string, Names>();
  suite: Suite = { titles: [], flags: new Set(), before: [], after: [] };
  file: ParsedFile | undefined;
  /** How many functions that are followed call each other now. */
  depth = 0;
  /** How many conditions, loops of unknown length and swallowed errors stand around. */
  unsure = 0;
  swallowed = 0;
  #steps = 0;

  constructor(files: readonly ParsedFile[], words: Vocabulary) {
    this.files = files;
    this.words = words;
    for (const file of files) this.scopeOf(file);
  }

  /** Whether following stopped because there was too much to follow. */
  get isSpent(): boolean {
    return this.#steps > BUDGET;
  }

  /** What a test asserts, types and looks for, with its hooks. */
  follow(test: FoundTest): Trace {
    this.trace = emptyTrace();
    this.unsure = 0;
    this.swallowed = 0;
    for (const hook of test.before) this.invoke(hook, []);
    this.invoke(test.body, []);
    for (const hook of test.after) this.invoke(hook, []);
    return this.trace;
  }

  /** What a class or function does by itself, its parameters unknown, by its name. */
  exercise(): Map<string, Trace> {
    const traces = new Map<string, Trace>();
    for (const scope of this.scopes.values())
      for (const [name, sym] of scope.all()) {
        this.trace = emptyTrace();
        if (sym.is === 'function') {
          this.invoke(sym, unknowns(sym.node));
          traces.set(name, this.trace);
        }
        if (sym.is !== 'class') continue;
        const maker = sym.node.members.find((member) => ts.isConstructorDeclaration(member));
        const self = instanceOf(this, sym, maker ? unknowns(maker) : [{ is: 'page' }]);
        traces.set(name, this.trace);
        for (const member of sym.node.members) {
          if (!ts.isMethodDeclaration(member) && !ts.isGetAccessor(member)) continue;
          this.trace = emptyTrace();
          this.invoke({ is: 'function', node: member, scope: sym.scope, self }, unknowns(member));
          traces.set(`${name}.${member.name.getText()}`, this.trace);
        }
      }
    return traces;
  }

  /** Fields of every class that hold an element, by `Class.field`. */
  fields(): Map<string, Sym> {
    const fields = new Map<string, Sym>();
    for (const scope of this.scopes.values())
      for (const [name, sym] of scope.all()) {
        if (sym.is !== 'class') continue;
        const maker = sym.node.members.find((member) => ts.isConstructorDeclaration(member));
        const self = instanceOf(this, sym, maker ? unknowns(maker) : [{ is: 'page' }]);
        if (self.is === 'object')
          for (const [field, each] of self.members) fields.set(`${name}.${field}`, each);
      }
    return fields;
  }

  place(node: ts.Node): { readonly file: string; readonly line: number } {
    return { file: node.getSourceFile().fileName, line: lineOf(node) };
  }

  look(element: ElementSym, node: ts.Node): Sym {
    this.trace.looked.push({ element, ...this.place(node) });
    return element;
  }

  claimed(claim: Omit<Claim, 'sure' | 'file' | 'line'>, node: ts.Node): void {
    const sure = this.unsure === 0 && this.swallowed === 0;
    this.trace.claims.push({ ...claim, sure, ...this.place(node) });
  }

  /** Does something that may not happen whenever the test runs. */
  unsurely<T>(action: () => T): T {
    this.unsure += 1;
    try {
      return action();
    } finally {
      this.unsure -= 1;
    }
  }

  scopeOf(file: ParsedFile): Names {
    const known = this.scopes.get(file.name);
    if (known) return known;
    const names = new Names();
    this.scopes.set(file.name, names);
    const outer = this.file;
    const suite = this.suite;
    this.file = file;
    this.suite = { titles: [], flags: new Set(), before: [], after: [] };
    hoist(file.tree.statements, names);
    this.run(file.tree.statements, names);
    this.file = outer;
    this.suite = suite;
    return names;
  }

  word(name: string): Sym | undefined {
    return this.file && this.words.word(name, this.file);
  }

  bind(name: ts.BindingName, sym: Sym, names: Names): void {
    if (ts.isIdentifier(name)) {
      names.set(name.text, sym);
      return;
    }
    for (const [at, each] of name.elements.entries()) {
      if (!ts.isBindingElement(each)) continue;
      const key = ts.isArrayBindingPattern(name)
        ? String(at)
        : (each.propertyName ?? each.name).getText();
      this.bind(each.name, this.member(sym, key), names);
    }
  }

  /** Counts one more step; false when there were too many. */
  step(): boolean {
    this.#steps += 1;
    return this.#steps <= BUDGET;
  }

  /** Statements in order, up to what ends them. */
  run(statements: readonly ts.Statement[], names: Names): Returned | undefined {
    return runStatements(this, statements, names);
  }

  /** What an expression stands for. */
  expression(node: ts.Expression, names: Names): Sym {
    return meaningOf(this, node, names);
  }

  /** A member of what something stands for. */
  member(owner: Sym, name: string): Sym {
    return memberOf(this, owner, name);
  }

  /** A call of what is not known. */
  unknownCall(how: string, args: readonly Sym[]): Sym {
    return unknownCall(this, how, [], args);
  }

  /** Calls a function whose code is known. */
  invoke(fn: FunctionSym, args: readonly Sym[]): Sym {
    return invokeFunction(this, fn, args);
  }
}
