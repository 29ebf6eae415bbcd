import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path && !path.endsWith('.png') && path !== 'package-lock.json');

/** Tracked files whose text matches, apart from those allowed to. */
function matching(pattern: RegExp, except: readonly string[] = []): string[] {
  return tracked.filter(
    (path) => !except.includes(path) && pattern.test(readFileSync(join(root, path), 'utf8')),
  );
}

const self = 'tools/whole-repo.spec.ts';

describe('what must not be in the repository', () => {
  it('is a loader that revives stored rows through an import map', () => {
    expect(matching(/JsonPlusSerializer|checkpoint-sqlite['"]|core\/load['"]/, [self])).toEqual([]);
  });

  it('is a skipped or focused test', () => {
    expect(matching(/\b(?:it|test|describe)\.(?:skip|only|fixme|todo)\b/, [self])).toEqual([]);
  });

  it('is a second writer of the memory file', () => {
    const namingIt = matching(/MEMORY_PATH|\/memories\/AGENTS\.md/);
    const writing = matching(/\bstore\.(?:put|batch)\(|putTogether\(/);
    const product = /^(?:graph|apps)\/(?!.*(?:\.spec\.ts$|testing\/|fixtures\/)).*\.ts$/;
    expect(writing.filter((path) => namingIt.includes(path) && product.test(path))).toEqual([
      // It hands the memory namespace to the gate first; its own spec proves that.
      'apps/server/src/store/store-routes.ts',
      'graph/memory/gate.ts',
    ]);
  });

  it('is a server that knows an assistant by name', () => {
    const server = /^apps\/server\/src\/(?!.*(?:\.spec\.ts$|testing\/)).*\.ts$/;
    const named = matching(/MEMORY_GRAPH_ID|(?<!typeof )\bgraph_?id *[!=]==? *['"]/i);
    expect(named.filter((path) => server.test(path))).toEqual([]);
  });

  it('is a lockfile that names where packages were fetched from', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(
      /"resolved": "https?:/,
    );
  });
});
