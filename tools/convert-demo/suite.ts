import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const ROOT = join(import.meta.dirname, 'suite');

/** A file of the sample suite: Selenium tests and page objects for the shop in `site`. */
export interface SuiteFile {
  readonly name: string;
  readonly text: string;
}

/** The ten files of the sample suite. */
export function readSuite(): SuiteFile[] {
  return globSync('**/*.{js,ts}', { cwd: ROOT })
    .sort()
    .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));
}

/** How many statements of a file do something themselves, rather than hold others together. */
export function countStatements({ name, text }: SuiteFile): number {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isStatement(node) && !ts.isBlock(node)) count += 1;
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return count;
}
