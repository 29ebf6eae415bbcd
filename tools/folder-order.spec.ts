import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';

const server = join(import.meta.dirname, '../apps/server/src');
const client = join(import.meta.dirname, '../apps/chat/src/app');
const IMPORT = /\b(?:from|import\()\s*'(\.[^']+)'/g;

/** Folders, or files, by what they import of each other. */
type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** What each file below `root` imports of the others; tests stand outside the order. */
function fileImportsBelow(root: string): Imports {
  const imports = new Map<string, Set<string>>();
  for (const file of globSync('**/*.ts', { cwd: root })) {
    if (file.endsWith('.spec.ts') || file.includes('testing/')) continue;
    const imported = new Set<string>();
    for (const [, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const path = relative(root, join(root, dirname(file), specifier));
      imported.add(path.endsWith('.ts') ? path : `${path}.ts`);
    }
    imports.set(file, imported);
  }
  return imports;
}

/**
 * What each folder below `root` imports. The files that lie in `root` itself put the folders
 * together, or are leaves that any folder may use; they stand outside the order.
 */
function folderImportsBelow(root: string): Imports {
  const imports = new Map<string, Set<string>>();
  for (const [file, imported] of fileImportsBelow(root)) {
    const folder = dirname(file);
    if (folder === '.') continue;
    for (const other of imported) {
      const otherFolder = dirname(other);
      if (otherFolder === folder || otherFolder === '.') continue;
      imports.set(folder, (imports.get(folder) ?? new Set()).add(otherFolder));
    }
  }
  return imports;
}

/** A way from one back to itself, its first name repeated at the end; none when there is none. */
function cycleIn(imports: Imports): readonly string[] | undefined {
  const done = new Set<string>();
  const walk = (folder: string, path: readonly string[]): readonly string[] | undefined => {
    const met = path.indexOf(folder);
    if (met !== -1) return [...path.slice(met), folder];
    if (done.has(folder)) return undefined;
    for (const next of imports.get(folder) ?? []) {
      const cycle = walk(next, [...path, folder]);
      if (cycle) return cycle;
    }
    done.add(folder);
    return undefined;
  };
  for (const folder of imports.keys()) {
    const cycle = walk(folder, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/** The same imports without those of one file. */
function without(imports: Imports, file: string): Imports {
  return new Map([...imports].filter(([each]) => each !== file));
}

describe('the folders of the server', () => {
  it('import one way', () => {
    const imports = folderImportsBelow(server);
    expect(imports.get('runs')).toContain('events');
    expect(cycleIn(imports)).toBeUndefined();
  });

  it('would be seen to go in a circle', () => {
    const circle = new Map([
      ['runs', new Set(['storage', 'events'])],
      ['events', new Set(['http'])],
      ['http', new Set(['storage', 'runs'])],
    ]);
    expect(cycleIn(circle)).toEqual(['runs', 'events', 'http', 'runs']);
  });
});

describe('the folders of the client', () => {
  it('import one way', () => {
    const imports = folderImportsBelow(client);
    expect(imports.get('session/turn')).toContain('session/state');
    expect(cycleIn(imports)).toBeUndefined();
  });

  it('keep the state of a conversation apart from everything that reads or sends', () => {
    const imported = folderImportsBelow(client).get('session/state');
    expect([...(imported ?? [])].sort()).toEqual(['session/evidence', 'transport']);
  });

  it('hold files that import one way, but for what is nested in itself', () => {
    const imports = fileImportsBelow(client);
    // A tool call shows a subagent, whose tool calls are shown in the same way.
    const nested = 'chat/subagent-view.ts';
    expect(cycleIn(imports)).toContain(nested);
    expect(cycleIn(without(imports, nested))).toBeUndefined();
  });
});
