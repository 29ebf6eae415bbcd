import type { LedgerEntry, OutFile, SourceFile } from '#contract/convert';

import { readConventions, type RefusedRule } from '../conventions.ts';
import { outNameOf } from '../out-name.ts';
import { todoComment, todosIn } from '../todo.ts';
import type { FileFacts } from './file-facts.ts';
import { readProject, type Project } from './project.ts';
import { Renderer } from './renderer.ts';
import { RULES } from './rules.ts';

/** What the fixed rules make of the sources. */
export interface Rewrite {
  readonly files: OutFile[];
  readonly ledger: LedgerEntry[];
}

/**
 * Converts Selenium sources by fixed rules. What no rule covers stays in its place as a comment that
 * begins with TODO(review), and stands in the ledger.
 */
export function rewrite(sources: readonly SourceFile[], conventions: readonly string[]): Rewrite {
  const { style, refused } = readConventions(conventions);
  try {
    // The first reading finds out which elements are form fields, which a later line may show.
    const first = readProject(sources, style);
    const fields = first.formFields;
    first.files.forEach((file) => fileCode(file, first));
    const project: Project = { ...readProject(sources, style), formFields: fields };
    const written = project.files.map((file) => writtenFile(file, project));
    const files = written.map(({ file }) => file);
    const entries = written.flatMap((each) => each.entries);
    return { files, ledger: [...entries, ...rulesOf(refused, files)] };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The stack is the only bound that nesting meets here.
    const files = sources.map(leaveOpen);
    return { files, ledger: [...files.flatMap(todosIn), ...rulesOf(refused, files)] };
  }
}

function rulesOf(refused: readonly RefusedRule[], files: readonly OutFile[]): LedgerEntry[] {
  const file = files[0]?.name ?? '';
  return refused.map(({ reason }) => ({ file, line: 1, kind: 'rule', reason }));
}

function writtenFile(
  file: FileFacts,
  project: Project,
): { readonly file: OutFile; readonly entries: readonly LedgerEntry[] } {
  const { text, entries } = project.marks.settle(file.outName, fileCode(file, project));
  const out: OutFile = { name: file.outName, text };
  return { file: out, entries: [...todosIn(out), ...entries] };
}

/** The code of a whole file, with what it imports from Playwright at its head. */
function fileCode(file: FileFacts, project: Project): string {
  const r = new Renderer(project, file, RULES);
  const { statements, endOfFileToken } = file.tree;
  const code = r.rules.statements(statements, endOfFileToken.end, r);
  const body = code.replace(/^\s*['"]use strict['"];?/, '').trim();
  return `${[importLine(r), body].filter((part) => part !== '').join(body.startsWith('import') ? '\n' : '\n\n')}\n`;
}

const VALUES = new Set(['expect', 'test']);

function importLine({ used }: Renderer): string {
  if (used.size === 0) return '';
  const names = [...used].sort().map((name) => (VALUES.has(name) ? name : `type ${name}`));
  const types = names.filter((name) => name.startsWith('type '));
  const values = names.filter((name) => !name.startsWith('type '));
  return `import { ${[...values, ...types].join(', ')} } from '@playwright/test';`;
}

/** A file of which nothing could be converted: its text as comments. */
function leaveOpen({ name, text }: SourceFile): OutFile {
  const lines = text.split(/\r?\n/).map((line) => `// ${line}`.trimEnd());
  const head = todoComment('This file is nested deeper than the fixed rules can read.');
  return { name: outNameOf(name), text: `${head}\n${lines.join('\n')}\n` };
}
