import { posix } from 'node:path';

import ts from 'typescript';

/** A file and its syntax tree. Its types are not known: only the compiling gate asks for them. */
export interface ParsedFile {
  readonly name: string;
  readonly tree: ts.SourceFile;
}

/** Reads any text as TypeScript or JavaScript. Never throws: a syntax error stands in the tree. */
export function parseSource(name: string, text: string): ParsedFile {
  const kind = /\.[cm]?ts$/.test(name) ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  return { name, tree: ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind) };
}

/** The first syntax error of a file, with its line. */
export function syntaxErrorOf(
  file: ParsedFile,
): { readonly message: string; readonly line: number } | undefined {
  // The parser keeps its errors on the tree, where the public types do not show them.
  const errors: unknown = Reflect.get(file.tree, 'parseDiagnostics');
  const first = (errors as readonly ts.DiagnosticWithLocation[] | undefined)?.[0];
  if (first === undefined) return undefined;
  return {
    message: ts.flattenDiagnosticMessageText(first.messageText, ' ').replace(/\.$/, ''),
    line: lineAt(file.tree, first.start),
  };
}

/** Line of a place in a file, counted from 1. */
export function lineAt(tree: ts.SourceFile, place: number): number {
  return tree.getLineAndCharacterOfPosition(place).line + 1;
}

/** Line on which a node begins, counted from 1. */
export function lineOf(node: ts.Node): number {
  const tree = node.getSourceFile();
  return lineAt(tree, node.getStart(tree));
}

/** Names of the files, of those given, that a file imports or requires. */
export function importsOf(file: ParsedFile, all: readonly ParsedFile[]): string[] {
  const found: string[] = [];
  for (const specifier of specifiersOf(file.tree)) {
    const target = resolveAmong(file.name, specifier, all);
    if (target !== undefined) found.push(target.name);
  }
  return found;
}

/** The file that a relative import means, among those given. */
export function resolveAmong<F extends { readonly name: string }>(
  from: string,
  specifier: string,
  all: readonly F[],
): F | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const path = posix.join(posix.dirname(from), specifier);
  const bare = path.replace(/\.[cm]?[jt]sx?$/, '');
  return (
    all.find(({ name }) => name === path) ??
    all.find(({ name }) => name.replace(/\.[cm]?[jt]sx?$/, '') === bare) ??
    all.find(({ name }) => name.replace(/\/index\.[cm]?[jt]sx?$/, '') === path && name !== path)
  );
}

/** What a file imports: static, dynamic and required alike. */
export function specifiersOf(tree: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) found.push(specifier);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    const { moduleSpecifier } = node;
    return moduleSpecifier && ts.isStringLiteral(moduleSpecifier)
      ? moduleSpecifier.text
      : undefined;
  }
  return requiredBy(node);
}

/** What `require('x')` or `import('x')` names. */
export function requiredBy(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const { expression, arguments: args } = node;
  const loads =
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === 'require');
  const first = args[0];
  return loads && first && ts.isStringLiteralLike(first) ? first.text : undefined;
}
