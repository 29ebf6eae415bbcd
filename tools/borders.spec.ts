import { join } from 'node:path';

import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const RULE = '@nx/enforce-module-boundaries';

/** A file that exists in each project; its text is replaced for the question asked. */
const FILES = {
  contract: 'graph/contract/src/names.ts',
  graph: 'graph/agent.ts',
  server: 'apps/server/src/main.ts',
  chat: 'apps/chat/src/app/app.ts',
} as const;

/** Asks that one rule alone, so that no types need to be read. */
const eslint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) => ruleId === RULE,
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
});

/** The lint errors of the border rule for one import line, as if it stood in that project. */
async function crossing(project: keyof typeof FILES, specifier: string): Promise<string[]> {
  const [result] = await eslint.lintText(`import * as other from '${specifier}';\nvoid other;\n`, {
    filePath: join(root, FILES[project]),
  });
  return (result?.messages ?? []).map(({ message }) => message);
}

describe('the borders between projects', () => {
  it.each([
    ['contract', '#graph/agent'],
    ['contract', '#server/main'],
    ['graph', '#server/main'],
    ['chat', '#graph/agent'],
    ['chat', '#server/main'],
    ['server', '#tools/chromium'],
    ['graph', '../apps/server/src/main.ts'],
    ['chat', '../../../../graph/contract/src/names.ts'],
  ] as const)('%s may not import %s', async (project, specifier) => {
    expect(await crossing(project, specifier)).toHaveLength(1);
  });

  it.each([
    ['graph', '#contract/names'],
    ['server', '#contract/names'],
    ['server', '#graph/agent'],
    ['chat', '#contract/names'],
  ] as const)('%s may import %s', async (project, specifier) => {
    expect(await crossing(project, specifier)).toEqual([]);
  });
});
