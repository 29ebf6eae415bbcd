import type ts from 'typescript';

import type { ParsedFile } from '../syntax/parse.ts';
import type { Interpreter } from './interpreter.ts';
import type { ElementSym, FunctionSym, Names, Sym } from './symbols.ts';

/** An assertion that a test makes. */
export interface Claim {
  readonly subject: Sym;
  readonly relation: string;
  readonly expected: Sym | undefined;
  readonly negated: boolean;
  /** Whether it is made whenever the test runs, and its failure fails the test. */
  readonly sure: boolean;
  readonly file: string;
  readonly line: number;
  /** Why it does not count, where its own form already says so. */
  readonly flaw?: string;
}

/** Something that is typed, chosen or uploaded. */
export interface Typed {
  readonly element: Sym;
  readonly value: Sym;
  readonly file: string;
  readonly line: number;
}

/** An element that was looked for. */
export interface Looked {
  readonly element: ElementSym;
  readonly file: string;
  readonly line: number;
}

/** What was found while one test, or one function, was followed. */
export interface Trace {
  readonly claims: Claim[];
  readonly typed: Typed[];
  readonly looked: Looked[];
}

export interface FoundTest {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly flags: ReadonlySet<string>;
  readonly body: FunctionSym;
  readonly before: readonly FunctionSym[];
  readonly after: readonly FunctionSym[];
}

/** The words of one of the two libraries. */
export interface Vocabulary {
  readonly word: (name: string, file: ParsedFile) => Sym | undefined;
  readonly create: (name: string, args: readonly Sym[]) => Sym | undefined;
  readonly call: (
    receiver: Sym,
    method: string,
    args: readonly Sym[],
    at: Interpreter,
    node: ts.CallExpression,
  ) => Sym | undefined;
  readonly claim: (node: ts.Expression, at: Interpreter, names: Names) => boolean;
  readonly isPage: (name: string, type: string) => boolean;
}

/** The suites around what is read now, and the hooks of them. */
export interface Suite {
  readonly titles: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly before: FunctionSym[];
  readonly after: FunctionSym[];
}

/** What a function gives back. */
export interface Returned {
  readonly sym: Sym;
}

export function emptyTrace(): Trace {
  return { claims: [], typed: [], looked: [] };
}
