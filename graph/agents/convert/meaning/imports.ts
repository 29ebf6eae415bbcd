import ts from 'typescript';

import { resolveAmong, type ParsedFile } from '../syntax/parse.ts';
import type { Interpreter } from './interpreter.ts';
import { made, type Names, type Sym } from './symbols.ts';

export function importNames(at: Interpreter, node: ts.ImportDeclaration, names: Names): void {
  const specifier = ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : '';
  const clause = node.importClause;
  const target = targetOf(at, specifier);
  if (!clause) return;
  if (clause.name) names.set(clause.name.text, imported(at, target, 'default', clause.name.text));
  const { namedBindings } = clause;
  if (namedBindings && ts.isNamespaceImport(namedBindings))
    names.set(namedBindings.name.text, namespace(at, target));
  if (namedBindings && ts.isNamedImports(namedBindings))
    for (const each of namedBindings.elements)
      names.set(
        each.name.text,
        imported(at, target, (each.propertyName ?? each.name).text, each.name.text),
      );
}

export function targetOf(at: Interpreter, specifier: string): ParsedFile | undefined {
  return resolveAmong(at.file?.name ?? '', specifier, at.files);
}

function imported(at: Interpreter, target: ParsedFile | undefined, name: string, own: string): Sym {
  if (!target) return at.word(name === 'default' ? own : name) ?? made(`import ${name}`);
  return at.scopeOf(target).own(name) ?? made(`import ${name}`);
}

export function namespace(at: Interpreter, target: ParsedFile | undefined): Sym {
  if (!target) return { is: 'word', name: '*' };
  const scope = at.scopeOf(target);
  return scope.own('default') ?? { is: 'object', members: new Map(scope.all()) };
}
