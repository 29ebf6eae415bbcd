import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';

const server = join(import.meta.dirname, '../apps/server/src');
const IMPORT = /\b(?:from|import\()\s*'(\.[^']+)'/g;

/** Folders by what they import of each other. */
type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * What each folder below `root` imports. The files that lie in `root` itself put the folders
 * together, or are leaves that any folder may use; they and the tests stand outside the order.
 */
function importsBelow(root: string): Imports {
  const imports = new Map<string, Set<string>>();
  for (const file of globSync('*/**/*.ts', { cwd: root })) {
    if (file.endsWith('.spec.ts') || file.includes('testing/')) continue;
    const folder = dirname(file);
    for (const [, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const imported = relative(root, dirname(join(root, folder, specifier)));
      if (imported === folder || imported === '' || imported.includes('testing')) continue;
      imports.set(folder, (imports.get(folder) ?? new Set()).add(imported));
    }
  }
  return imports;
}

/** A way from a folder back to itself, its first name repeated at the end; none when there is none. */
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

describe('the folders of the server', () => {
  it('import one way', () => {
    const imports = importsBelow(server);
    expect(imports.get('runs')).toContain('events');
    expect(cycleIn(imports)).toBeUndefined();
  });

  it('would be seen to go in a circle', () => {
    const circle = new Map([
      ['runs', new Set(['storage', 'events'])],
      ['events', new Set(['door'])],
      ['door', new Set(['storage', 'runs'])],
    ]);
    expect(cycleIn(circle)).toEqual(['runs', 'events', 'door', 'runs']);
  });
});
