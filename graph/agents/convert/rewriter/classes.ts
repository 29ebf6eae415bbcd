import ts from 'typescript';

import { firstOf } from './by.ts';
import { literalType, typeOfKind, typeOfParameter } from './annotations.ts';
import { standalone } from './functions.ts';
import type { ClassFacts } from './project.ts';
import { functionState, type Renderer } from './renderer.ts';
import { OTHER, Unsupported, type Kind, type Value } from './value.ts';

/** A page object as a class that holds a page and locators. */
export function classCode(node: ts.ClassDeclaration, r: Renderer): string {
  const facts = r.project.classes.get(node.name?.text ?? '');
  if (facts?.node !== node) throw new Unsupported('Two classes have the same name.');
  const modifiers = node.modifiers?.map((each) => `${each.getText()} `).join('') ?? '';
  const generics = node.typeParameters
    ? `<${node.typeParameters.map((each) => each.getText()).join(', ')}>`
    : '';
  const heritage = node.heritageClauses?.map((each) => ` ${r.splice(each)}`).join('') ?? '';
  const own = new ClassBody(facts, r);
  const body = own.write();
  return `${modifiers}class ${facts.outName}${generics}${heritage} {${body}}`;
}

class ClassBody {
  readonly #facts: ClassFacts;
  readonly #r: Renderer;
  /** Fields whose locators are made in the constructor, as its statements. */
  readonly #made: string[] = [];
  /** Fields that the source only assigns. */
  readonly #declared: string[] = [];

  constructor(facts: ClassFacts, r: Renderer) {
    this.#facts = facts;
    this.#r = r;
  }

  write(): string {
    const { members } = this.#facts.node;
    const { text } = this.#r.file.tree;
    this.#declareAssigned();
    const fields = new Map<ts.ClassElement, string>();
    for (const member of members)
      if (ts.isPropertyDeclaration(member)) fields.set(member, this.#property(member));
    const hasConstructor = members.some((member) => ts.isConstructorDeclaration(member));
    const parts = members.map((member) => {
      const trivia = text.slice(member.pos, member.getStart(this.#r.file.tree));
      const code = fields.get(member) ?? this.#member(member);
      return code === '' ? '' : trivia + code;
    });
    const head = this.#declared.map((line) => `\n  ${line}`).join('');
    const made = !hasConstructor && this.#made.length > 0 ? this.#ownConstructor() : '';
    const last = members.at(-1);
    const tail = last ? text.slice(last.end, this.#facts.node.end - 1) : '\n';
    const gap = head !== '' && parts.length > 0 ? '\n' : '';
    return `${head}${gap}${insertAfterFields(parts, members, made)}${tail}`;
  }

  #ownConstructor(): string {
    this.#r.use('Page');
    const lines = [...(this.#facts.base === undefined ? [] : ['super(page);']), ...this.#made];
    return `\n\n  constructor(page: Page) {\n${lines.map((line) => `    ${line}`).join('\n')}\n  }`;
  }

  /** JavaScript declares no fields: what the constructor assigns is declared. */
  #declareAssigned(): void {
    const { node } = this.#facts;
    const known = new Set(node.members.map((member) => member.name?.getText()));
    const maker = node.members.find((member) => ts.isConstructorDeclaration(member));
    for (const statement of maker?.body?.statements ?? []) {
      const found = assignedField(statement);
      if (!found || known.has(found.field)) continue;
      known.add(found.field);
      this.#declared.push(this.#fieldDeclaration(found.field, found.right));
    }
  }

  #fieldDeclaration(field: string, right: ts.Expression): string {
    const r = this.#r;
    const kind = memberKind(this.#facts.name, field, r) ?? OTHER;
    const word = r.project.reassigned.has(field) ? '' : 'readonly ';
    if (kind.is === 'page') {
      r.use('Page');
      return `${word}page: Page;`;
    }
    if (isConstant(right) && (kind.is === 'record' || kind.is === 'other')) {
      const code = r.rules.constant(right, r);
      return `${word}${field} = ${code};`;
    }
    const type = typeOfKind(kind, r) ?? literalType(right) ?? this.#parameterType(right);
    return `${word}${field}: ${type};`;
  }

  #parameterType(right: ts.Expression): string {
    const { node, name } = this.#facts;
    const maker = node.members.find((member) => ts.isConstructorDeclaration(member));
    const at = maker?.parameters.findIndex((each) => each.name.getText() === right.getText()) ?? -1;
    const parameter = maker?.parameters[at];
    if (!parameter) return 'unknown';
    const calls = this.#r.project.calls.get(name) ?? [];
    if (parameter.initializer) return literalType(parameter.initializer) ?? 'unknown';
    return typeOfParameter(parameter, OTHER, calls, at, this.#r).replace(/^: /, '');
  }

  #property(node: ts.PropertyDeclaration): string {
    const r = this.#r;
    const field = node.name.getText();
    const words = node.modifiers?.map((each) => each.getText()) ?? [];
    const kind = memberKind(this.#facts.name, field, r) ?? OTHER;
    const withWords = (rest: string): string => [...words, rest].join(' ');
    if (kind.is === 'page') {
      r.use('Page');
      return withWords('page: Page;');
    }
    if (kind.is === 'locator' && node.initializer) {
      r.use('Locator');
      this.#made.push(`this.${field} = ${this.#initial(node.initializer)};`);
      return withWords(`${words.includes('readonly') ? '' : 'readonly '}${field}: Locator;`);
    }
    if (!node.initializer) {
      const type = typeOfKind(kind, r);
      if (!node.type) return withWords(`${field}${type === undefined ? '' : `: ${type}`};`);
      const asLocator = kind.is === 'locator' ? type : undefined;
      return withWords(
        `${field}${node.questionToken ? '?' : ''}: ${asLocator ?? r.rules.type(node.type, r)};`,
      );
    }
    const { fn } = r;
    r.fn = functionState({ page: 'this.page', owner: this.#facts });
    try {
      const value = r.expression(node.initializer);
      const type = node.type && kind.is === 'other' ? `: ${r.rules.type(node.type, r)}` : '';
      return withWords(`${field}${type} = ${r.codeOf(value)};`);
    } finally {
      r.fn = fn;
    }
  }

  /** The locator of a field, made from the page that the constructor is given. */
  #initial(initializer: ts.Expression): string {
    const r = this.#r;
    const { fn } = r;
    r.fn = functionState({ page: 'page', owner: this.#facts });
    try {
      return locatorOf(r.expression(initializer), r);
    } finally {
      r.fn = fn;
    }
  }

  #member(node: ts.ClassElement): string {
    if (ts.isConstructorDeclaration(node)) return this.#maker(node);
    if (ts.isMethodDeclaration(node)) return this.#method(node);
    if (ts.isAccessor(node)) return this.#method(node);
    return this.#r.splice(node);
  }

  #method(node: ts.MethodDeclaration | ts.AccessorDeclaration): string {
    const name = node.name.getText();
    const words = (node.modifiers ?? [])
      .map((each) => each.getText())
      .filter((word) => word !== 'async');
    const given = { page: 'this.page', owner: this.#facts };
    const written = standalone(node, name, given, this.#r);
    if (written.async !== '') words.push('async');
    if (ts.isGetAccessor(node)) words.push('get');
    if (ts.isSetAccessor(node)) words.push('set');
    const star = ts.isMethodDeclaration(node) && node.asteriskToken ? '*' : '';
    return `${[...words, `${star}${name}`].join(' ')}(${written.parameters})${written.returnType} ${written.body}`;
  }

  #maker(node: ts.ConstructorDeclaration): string {
    const given = { page: 'page', owner: this.#facts };
    const written = standalone(node, this.#facts.name, given, this.#r);
    const words = node.modifiers?.map((each) => `${each.getText()} `).join('') ?? '';
    const parameters = written.parameters.replace(
      /\b(private|protected|public) (?:readonly )?page: Page/,
      '$1 readonly page: Page',
    );
    const body = appended(written.body, this.#made);
    return `${words}constructor(${parameters}) ${body}`;
  }
}

/** Statements at the end of a constructor's body. */
function appended(body: string, lines: readonly string[]): string {
  if (lines.length === 0) return body;
  const inner = body.slice(1, -1).trimEnd();
  return `{${inner}\n${lines.map((line) => `    ${line}`).join('\n')}\n  }`;
}

function insertAfterFields(
  parts: readonly string[],
  members: readonly ts.ClassElement[],
  code: string,
): string {
  if (code === '') return parts.join('');
  const at = members.findLastIndex((member) => ts.isPropertyDeclaration(member)) + 1;
  return [...parts.slice(0, at), code, ...parts.slice(at)].join('');
}

function assignedField(
  statement: ts.Statement,
): { readonly field: string; readonly right: ts.Expression } | undefined {
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression))
    return undefined;
  const { left, right, operatorToken } = statement.expression;
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(left))
    return undefined;
  if (left.expression.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
  return { field: left.name.text, right };
}

/** Whether a value needs nothing of the constructor. */
function isConstant(node: ts.Expression): boolean {
  let free = true;
  const visit = (each: ts.Node): void => {
    if (each.kind === ts.SyntaxKind.ThisKeyword || ts.isNewExpression(each)) free = false;
    if (ts.isIdentifier(each) && !isMemberName(each) && each.text !== 'By') free = false;
    ts.forEachChild(each, visit);
  };
  visit(node);
  return free;
}

function isMemberName({ parent }: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent);
}

function locatorOf(value: Value, r: Renderer): string {
  if (value.kind.is !== 'by') return r.codeOf(value);
  const { by } = value.kind;
  return by
    ? r.located(r.page(), by, value.code) + firstOf(by)
    : `${r.page()}.locator(${value.code})`;
}

/** An assignment to a field: the driver is the page, and a `By` that only finds is a locator. */
export function fieldAssigned(
  field: string,
  right: ts.Expression,
  value: Value,
  r: Renderer,
): string {
  const { owner } = r.fn;
  if (!owner) return `this.${field} = ${r.codeOf(value)};`;
  if (value.kind.is === 'page' || owner.drivers.has(field))
    return value.kind.is === 'page' ? `this.page = ${value.code};` : '';
  const kind = memberKind(owner.name, field, r) ?? OTHER;
  if (kind.is === 'locator') return `this.${field} = ${locatorOf(value, r)};`;
  const known = owner.node.members.some((member) => member.name?.getText() === field);
  const isMoved = !known && isConstant(right) && (kind.is === 'record' || kind.is === 'other');
  return isMoved ? '' : `this.${field} = ${r.codeOf(value)};`;
}

/** What a member of a class, or a function of the file, gives. */
export function memberKind(className: string, member: string, r: Renderer): Kind | undefined {
  const facts = r.project.classes.get(className);
  if (!facts) return undefined;
  const key = `${className}.${member}`;
  const { kinds } = r.project;
  if (kinds.has(key)) return kinds.get(key);
  // A member that needs itself to be known is of no kind.
  kinds.set(key, undefined);
  const found =
    ownKind(facts, member, r) ??
    (facts.base === undefined ? undefined : memberKind(facts.base, member, r));
  kinds.set(key, found);
  return found;
}

function ownKind(facts: ClassFacts, member: string, r: Renderer): Kind | undefined {
  if (facts.drivers.has(member)) return { is: 'page' };
  for (const each of facts.node.members) {
    if (ts.isConstructorDeclaration(each)) {
      for (const statement of each.body?.statements ?? []) {
        const found = assignedField(statement);
        if (found?.field === member) return fieldKind(facts, member, found.right, false, r);
      }
      const typed = each.parameters.find(
        (one) => one.modifiers?.length && one.name.getText() === member,
      );
      if (typed) return r.rules.typeKind(typed.type, r);
    }
    if (each.name?.getText() !== member) continue;
    if (ts.isPropertyDeclaration(each)) {
      const isStatic =
        each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false;
      if (each.initializer) return fieldKind(facts, member, each.initializer, isStatic, r);
      const assigned = r.rules.typeKind(each.type, r);
      if (assigned?.is !== 'by') {
        if (assigned) return assigned;
        continue;
      }
      if (!assignedInConstructor(facts, member)) return assigned;
    }
    if (ts.isMethodDeclaration(each) || ts.isGetAccessor(each))
      return r.rules.returnKind(each, facts, r);
  }
  return undefined;
}

function assignedInConstructor({ node }: ClassFacts, field: string): boolean {
  const maker = node.members.find((member) => ts.isConstructorDeclaration(member));
  return maker?.body?.statements.some((each) => assignedField(each)?.field === field) ?? false;
}

function fieldKind(
  facts: ClassFacts,
  field: string,
  right: ts.Expression,
  isStatic: boolean,
  r: Renderer,
): Kind | undefined {
  const kind = r.rules.kindIn(right, facts, r);
  if (kind.is !== 'by' || isStatic || r.project.handedOn.has(field))
    return kind.is === 'other' ? undefined : kind;
  return holdsDriver(facts, r) ? { is: 'locator', by: kind.by } : kind;
}

function holdsDriver(facts: ClassFacts, r: Renderer): boolean {
  if (facts.drivers.size > 0) return true;
  const base = facts.base === undefined ? undefined : r.project.classes.get(facts.base);
  return base !== undefined && base !== facts && holdsDriver(base, r);
}
