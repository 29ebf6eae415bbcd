import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';

import ts from 'typescript';

import type { Finding, OutFile } from '#contract/convert';

import { specifiersOf } from '../syntax/parse.ts';

const require = createRequire(import.meta.url);

/** Where the files stand for the compiler. Nothing is ever written or read there. */
const ROOT = '/conversion';
const MOST_FINDINGS = 50;

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  noImplicitReturns: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  esModuleInterop: true,
  skipLibCheck: true,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
};

/** Whether the files, together, compile against Playwright's own types. They are never executed. */
export function compileTogether(files: readonly OutFile[]): Finding[] {
  const strangers = files.flatMap((file) => strangeImports(file, files));
  const host = new MemoryHost(files);
  const roots = files.map(({ name }) => `${ROOT}/${name}`);
  const program = ts.createProgram({ rootNames: roots, options: OPTIONS, host });
  const findings = roots.flatMap((path) => {
    const source = program.getSourceFile(path);
    if (!source) return [];
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map((each) => findingOf(each, source, path.slice(ROOT.length + 1)));
  });
  return [...strangers, ...findings].slice(0, MOST_FINDINGS);
}

function findingOf(diagnostic: ts.Diagnostic, source: ts.SourceFile, file: string): Finding {
  const line = source.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line + 1;
  const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ').replace(/\s+/g, ' ');
  return { gate: 'compiles', file, line, sentence: `${text} (TS${diagnostic.code})` };
}

/** Imports of anything but Playwright, Node's own modules and the files themselves. */
function strangeImports(file: OutFile, files: readonly OutFile[]): Finding[] {
  const tree = ts.createSourceFile(file.name, file.text, ts.ScriptTarget.Latest, true);
  const names = new Set(files.map(({ name }) => name));
  return specifiersOf(tree)
    .filter(
      (each) =>
        each !== '@playwright/test' &&
        !each.startsWith('node:') &&
        !targetOf(file.name, each, names),
    )
    .map((each) => ({
      gate: 'compiles',
      file: file.name,
      line: 1,
      sentence: `${each} is neither Playwright's, nor Node's, nor one of these files.`,
    }));
}

function targetOf(from: string, specifier: string, names: ReadonlySet<string>): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const path = posix.join(posix.dirname(from), specifier).replace(/\.[jt]s$/, '');
  return [`${path}.ts`, `${path}/index.ts`].find((each) => names.has(each));
}

/** Library files that were read before: they do not change while the process runs. */
const read = new Map<string, ts.SourceFile | undefined>();

/** The files of a conversion, and beside them only what the compiler and the types hold. */
class MemoryHost implements ts.CompilerHost {
  readonly #files: ReadonlyMap<string, string>;
  readonly #names: ReadonlySet<string>;
  readonly #library = dirname(require.resolve('typescript'));
  readonly #modules = dirname(dirname(require.resolve('@types/node/package.json')));

  constructor(files: readonly OutFile[]) {
    this.#files = new Map(files.map(({ name, text }) => [`${ROOT}/${name}`, text]));
    this.#names = new Set(files.map(({ name }) => name));
  }

  getSourceFile(
    path: string,
    version: ts.ScriptTarget | ts.CreateSourceFileOptions,
  ): ts.SourceFile | undefined {
    const own = this.#files.get(path);
    if (own !== undefined) return ts.createSourceFile(path, own, version, true);
    if (path.startsWith(ROOT)) return undefined;
    if (!read.has(path)) {
      const text = ts.sys.readFile(path);
      read.set(path, text === undefined ? undefined : ts.createSourceFile(path, text, version));
    }
    return read.get(path);
  }

  resolveModuleNameLiterals(
    literals: readonly ts.StringLiteralLike[],
    from: string,
  ): readonly ts.ResolvedModuleWithFailedLookupLocations[] {
    return literals.map(({ text }) => ({ resolvedModule: this.#resolve(text, from) }));
  }

  #resolve(specifier: string, from: string): ts.ResolvedModuleFull | undefined {
    if (!from.startsWith(ROOT))
      return ts.resolveModuleName(specifier, from, OPTIONS, ts.sys).resolvedModule;
    if (specifier === '@playwright/test')
      return {
        resolvedFileName: join(
          dirname(require.resolve('@playwright/test/package.json')),
          'index.d.ts',
        ),
        extension: ts.Extension.Dts,
        isExternalLibraryImport: true,
      };
    const target = targetOf(from.slice(ROOT.length + 1), specifier, this.#names);
    return target === undefined
      ? undefined
      : { resolvedFileName: `${ROOT}/${target}`, extension: ts.Extension.Ts };
  }

  resolveTypeReferenceDirectiveReferences(
    references: readonly (ts.FileReference | string)[],
    from: string,
  ): readonly ts.ResolvedTypeReferenceDirectiveWithFailedLookupLocations[] {
    const containing = from.startsWith(ROOT) ? join(dirname(this.#modules), 'conversion.ts') : from;
    return references.map((each) =>
      ts.resolveTypeReferenceDirective(
        typeof each === 'string' ? each : each.fileName,
        containing,
        { ...OPTIONS, typeRoots: [this.#modules] },
        ts.sys,
      ),
    );
  }

  fileExists(path: string): boolean {
    return this.#files.has(path) || (!path.startsWith(ROOT) && ts.sys.fileExists(path));
  }

  readFile(path: string): string | undefined {
    return this.#files.get(path) ?? (path.startsWith(ROOT) ? undefined : ts.sys.readFile(path));
  }

  getDefaultLibFileName = (): string => join(this.#library, 'lib.d.ts');
  getDefaultLibLocation = (): string => this.#library;
  getCurrentDirectory = (): string => ROOT;
  getCanonicalFileName = (path: string): string => path;
  useCaseSensitiveFileNames = (): boolean => true;
  getNewLine = (): string => '\n';
  writeFile = (): void => undefined;
}
