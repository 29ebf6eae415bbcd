import ts from 'typescript';

import { lineOf } from '../syntax/parse.ts';
import { findCall, firstOf, identityOf, isPlainSelector, roleCall, testIdIn } from './by.ts';
import type { FileFacts } from './file-facts.ts';
import type { ClassFacts, Project } from './project.ts';
import { other, quote, Unsupported, type By, type Kind, type Value } from './value.ts';

/** What a function being converted knows of the browser at this point. */
export interface FunctionState {
  /** The page that the driver stands for, as code. */
  page: string;
  /** The page that it began with. */
  readonly home: string;
  /** The frame that the driver was switched into. */
  frame: Frame | undefined;
  usesPage: boolean;
  /** Whether this is the function of a test or of a hook. */
  readonly inTest: boolean;
  isAsync: boolean;
  /** Whether the text written so far needs an async function around it. */
  needsAsync: boolean;
  /** Statements that have to stand in front of the present one. */
  leads: string[];
  /** Grows with every statement that acts: what was read before it may have changed. */
  epoch: number;
  /** The statements around the present one. */
  list: Piece[];
  readonly returns: Kind[];
  readonly owner: ClassFacts | undefined;
  /** Fields typed into already, which a second typing adds to. */
  readonly typed: Set<string>;
  /** How many names of each kind were made up. */
  readonly made: Map<string, number>;
}

/** A frame that the driver was switched into, and the one around it. */
export interface Frame {
  readonly code: string;
  readonly outer: Frame | undefined;
}

/** A statement as it will stand in the output. */
export interface Piece {
  readonly trivia: string;
  readonly indent: string;
  readonly code: () => string;
  /** Statements that other ones put in front of this. */
  readonly before: (() => string)[];
  readonly acts: boolean;
}

/** One step of the conversion, for the nodes that it knows. */
export type Rule<N extends ts.Node = ts.Node> = (node: N, r: Renderer) => Value | undefined;

export interface Rules {
  readonly expression: Rule<ts.Expression>;
  readonly statements: (list: readonly ts.Statement[], end: number, r: Renderer) => string;
  readonly callback: (node: ts.Node, r: Renderer, params: readonly Value[]) => string;
  /** A class or function declaration. */
  readonly declared: (node: ts.ClassDeclaration | ts.FunctionDeclaration, r: Renderer) => string;
  /** A function that is the value of a constant. */
  readonly named: (
    node: ts.ArrowFunction | ts.FunctionExpression,
    name: string,
    r: Renderer,
  ) => string;
  /** An assignment to a field of the class around it. */
  readonly fieldAssigned: (
    field: string,
    right: ts.Expression,
    value: Value,
    r: Renderer,
  ) => string;
  /** `module.exports = …` as an export. */
  readonly exported: (node: ts.BinaryExpression, r: Renderer) => string | undefined;
  /** `const x = require('x')` as an import. */
  readonly required: (node: ts.VariableStatement, r: Renderer) => string | undefined;
  /** What a constant of this file, or one that it imports, is. */
  readonly constantKind: (name: string, r: Renderer) => Kind;
  readonly constant: (node: ts.Expression, r: Renderer) => string;
  readonly typeKind: (node: ts.TypeNode | undefined, r: Renderer) => Kind | undefined;
  readonly returnKind: (
    node: ts.MethodDeclaration | ts.GetAccessorDeclaration,
    owner: ClassFacts,
    r: Renderer,
  ) => Kind | undefined;
  readonly kindIn: (node: ts.Expression, owner: ClassFacts, r: Renderer) => Kind;
  readonly switchToNewest: (r: Renderer) => Value;
  readonly type: (node: ts.TypeNode, r: Renderer) => string;
  readonly memberKind: (className: string, member: string, r: Renderer) => Kind | undefined;
}

/** Names as they are known from one point of a file. */
export class Scope {
  readonly #names = new Map<string, Value>();
  readonly #outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  bind(name: string, value: Value): void {
    this.#names.set(name, value);
  }

  /** Binds a name where it was declared. */
  rebind(name: string, value: Value): void {
    if (this.#names.has(name) || !this.#outer) this.#names.set(name, value);
    else this.#outer.rebind(name, value);
  }

  find(name: string): Value | undefined {
    return this.#names.get(name) ?? this.#outer?.find(name);
  }
}

/** The state of a conversion of one file; what to do with a node is told by the rules. */
export class Renderer {
  readonly project: Project;
  readonly file: FileFacts;
  readonly rules: Rules;
  /** Names used from @playwright/test. */
  readonly used = new Set<string>();
  /** Names that the imports of the file turned out to need no more. */
  readonly imported = new Map<string, number>();
  /** Names of variables that hold the path of a file. */
  readonly paths = new Set<string>();
  fn: FunctionState;
  scope = new Scope();

  constructor(project: Project, file: FileFacts, rules: Rules) {
    this.project = project;
    this.file = file;
    this.rules = rules;
    this.fn = functionState({ page: 'page' });
  }

  expression(node: ts.Expression): Value {
    return this.rules.expression(node, this) ?? other(this.splice(node));
  }

  /** Code of an expression wherever the source may have one. Throws what has no code. */
  code(node: ts.Expression): string {
    return this.codeOf(this.expression(node));
  }

  codeOf({ code, kind }: Value): string {
    if (kind.is === 'lost') throw new Unsupported(kind.reason);
    if (kind.is === 'selenium' || kind.is === 'part')
      throw new Unsupported(`${kind.name} of Selenium has no counterpart here.`);
    if (WITHOUT_CODE.has(kind.is) || (kind.is === 'nothing' && code === ''))
      throw new Unsupported('Playwright has no value for this call.');
    return code;
  }

  /** The text of a node with everything inside it converted. */
  splice(node: ts.Node): string {
    const tree = this.file.tree;
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => void children.push(child));
    let at = node.getStart(tree);
    let code = '';
    for (const child of children.sort((one, two) => one.pos - two.pos)) {
      const start = child.getStart(tree);
      if (start < at) continue;
      code += tree.text.slice(at, start) + this.child(child);
      at = child.end;
    }
    return code + tree.text.slice(at, node.end);
  }

  child(node: ts.Node): string {
    if (ts.isBlock(node)) return this.block(node);
    if (ts.isTypeNode(node)) return this.rules.type(node, this);
    if (ts.isStatement(node)) return this.embedded(node);
    if (ts.isExpression(node)) return this.code(node);
    return this.splice(node);
  }

  /** A block's text. What it binds and switches stays inside it. */
  block(node: ts.Block | ts.ModuleBlock): string {
    const last = node.end - 1;
    const inner = this.inner(() => this.rules.statements(node.statements, last, this));
    return `{${inner}}`;
  }

  /** The body of a function that has a state of its own. */
  functionBody(node: ts.Block): string {
    return `{${this.rules.statements(node.statements, node.end - 1, this)}}`;
  }

  /** Does something in a scope of its own; a switch of frame or window must not leave it. */
  inner<T>(action: () => T): T {
    const { scope, fn } = this;
    const { list, page, frame } = fn;
    this.scope = new Scope(scope);
    fn.list = [];
    try {
      const result = action();
      if (fn.page !== page || fn.frame !== frame)
        throw new Unsupported('A switch of window or frame in only some cases needs a person.');
      return result;
    } finally {
      this.scope = scope;
      Object.assign(fn, { list, page, frame });
    }
  }

  /** A statement that is the whole body of another: `if (a) b;`. */
  private embedded(node: ts.Statement): string {
    const code = this.inner(() => this.rules.statements([node], node.end, this)).trim();
    return code === '' || code.startsWith('//') ? `{\n${code}\n}` : code;
  }

  /** Where elements are looked for now. */
  root(): string {
    this.fn.usesPage = true;
    return this.fn.frame?.code ?? this.fn.page;
  }

  page(): string {
    this.fn.usesPage = true;
    return this.fn.page;
  }

  /** Puts a statement in front of the present one. */
  lead(statement: string): void {
    this.fn.leads.push(statement);
    this.fn.needsAsync = true;
  }

  use(...names: readonly string[]): void {
    for (const name of names) this.used.add(name);
  }

  note(code: string, kind: 'premise' | 'rule', reason: string): string {
    return this.project.marks.note(code, kind, reason);
  }

  /** Uses of a name inside a node, or in the whole file. */
  usesIn(name: string, within: ts.Node | undefined): readonly ts.Identifier[] {
    const uses = this.file.uses.get(name) ?? [];
    return within ? uses.filter(({ pos, end }) => pos >= within.pos && end <= within.end) : uses;
  }

  /** What an expression would be, without converting it. */
  kindOf(node: ts.Expression): Kind {
    const apart = new Renderer(this.project, this.file, this.rules);
    apart.scope = new Scope(this.scope);
    apart.fn = functionState({ page: this.fn.home, owner: this.fn.owner });
    try {
      return apart.expression(node).kind;
    } catch (error) {
      if (error instanceof Unsupported) return { is: 'other' };
      throw error;
    }
  }

  /** Binds every name of a pattern. */
  bindPattern(name: ts.BindingName, kind: Kind): void {
    if (ts.isIdentifier(name)) this.scope.bind(name.text, { code: name.text, kind });
    else
      for (const each of name.elements)
        if (ts.isBindingElement(each)) this.bindPattern(each.name, kind);
  }

  /** A name that was not made up before in this function. */
  makeName(base: string): string {
    const count = (this.fn.made.get(base) ?? 0) + 1;
    this.fn.made.set(base, count);
    return count === 1 ? base : `${base}${count}`;
  }

  /** The element, or elements, that a `By` finds below `root`. */
  find(root: string, node: ts.Expression, several = false): Value {
    const value = this.expression(node);
    const { kind } = value;
    if (kind.is === 'locator') {
      if (this.fn.frame !== undefined && value.code.startsWith('this.'))
        throw new Unsupported('A locator of the page is used while the driver is in a frame.');
      if (!several) return value;
      return {
        code: `${value.code}.all()`,
        promise: true,
        kind: { ...kind, is: 'locators', of: value.code },
      };
    }
    if (kind.is === 'nothing' || kind.is === 'page') throw new Unsupported('No locator is given.');
    const by = kind.is === 'by' ? kind.by : undefined;
    const code = by ? this.located(root, by, value.code) : `${root}.locator(${this.codeOf(value)})`;
    if (!several) return { code: by ? code + firstOf(by) : code, kind: { is: 'locator', by } };
    return { code: `${code}.all()`, promise: true, kind: { is: 'locators', of: code, by } };
  }

  /** Code that locates a `By`, in the style that the conventions ask for. */
  located(root: string, by: By, named?: string): string {
    const { style, formFields } = this.project;
    const isField = formFields.has(keyOf(by));
    if (style.testIds === 'all' || (style.testIds === 'fields' && isField)) {
      const styled = this.byTestId(root, by);
      if (styled !== undefined) return styled;
      return this.note(
        `${root}.${findCall(by)}`,
        'rule',
        'The source has no id or name that could be its test id, so its selector stays.',
      );
    }
    if (style.roles) {
      const call = roleCall(by, root);
      if (call !== undefined) {
        const code = `${root}.${call}`;
        if (!call.startsWith("getByRole('link'")) return code;
        return this.note(code, 'premise', 'A link has this role only with an href.');
      }
    }
    const isNamed = named !== undefined && /^[\w.]+$/.test(named) && isPlainSelector(by);
    return `${root}.${findCall(by, isNamed ? named : undefined)}`;
  }

  private byTestId(root: string, by: By): string | undefined {
    if (testIdIn(by) !== undefined) return `${root}.${findCall(by)}`;
    const identity = identityOf(by);
    if (!identity) return undefined;
    const { attribute, value } = identity;
    return this.note(
      `${root}.getByTestId(${quote(value)})`,
      'premise',
      `The source proves ${attribute}="${value}", not data-testid="${value}".`,
    );
  }

  fieldUsed(kind: Kind): void {
    if ((kind.is === 'locator' || kind.is === 'select') && kind.by)
      this.project.formFields.add(keyOf(kind.by));
  }

  /** Line of a node in its source, for a sentence. */
  line(node: ts.Node): number {
    return lineOf(node);
  }
}

const WITHOUT_CODE: ReadonlySet<Kind['is']> = new Set(['condition', 'alert', 'handle', 'steps']);

export function keyOf({ how, code }: By): string {
  return `${how} ${code}`;
}

export function functionState(
  given: Pick<FunctionState, 'page'> & Partial<FunctionState>,
): FunctionState {
  return {
    home: given.page,
    frame: undefined,
    usesPage: false,
    inTest: false,
    isAsync: false,
    needsAsync: false,
    leads: [],
    epoch: 0,
    list: [],
    returns: [],
    owner: undefined,
    typed: new Set(),
    made: new Map(),
    ...given,
  };
}
