import { join } from 'node:path';

import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const BORDER = '@nx/enforce-module-boundaries';
const VIEWS = 'no-restricted-imports';

/** A file that exists in each project; its text is replaced for the question asked. */
const FILES = {
  contract: 'graph/contract/src/names.ts',
  memory: 'graph/memory/gate.ts',
  graph: 'graph/agents/memory/agent.ts',
  server: 'apps/server/src/main.ts',
  chat: 'apps/chat/src/app/app.ts',
  cli: 'apps/cli/src/main.ts',
} as const;

/** Asks these rules alone, so that no types need to be read. */
const eslint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) => ruleId === BORDER || ruleId === VIEWS,
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
});

/** The lint errors of the two rules for one import line, as if it stood in that file. */
async function refusals(filePath: string, specifier: string): Promise<string[]> {
  const [result] = await eslint.lintText(`import * as other from '${specifier}';\nvoid other;\n`, {
    filePath: join(root, filePath),
  });
  return (result?.messages ?? []).map(({ message }) => message);
}

/** The same for a file of a project. */
function crossing(project: keyof typeof FILES, specifier: string): Promise<string[]> {
  return refusals(FILES[project], specifier);
}

describe('the borders between projects', () => {
  it.each([
    ['contract', '#graph/agents/memory/agent'],
    ['contract', '#server/main'],
    ['graph', '#server/main'],
    ['chat', '#graph/agents/memory/agent'],
    ['chat', '#server/main'],
    ['server', '#tools/chromium'],
    ['cli', '#tools/chromium'],
    ['graph', '../../../apps/server/src/main.ts'],
    ['memory', '../agents/memory/ask.ts'],
    ['graph', '../../memory/gate.ts'],
    ['memory', '#graph/prompts'],
    ['memory', '#server/main'],
    ['chat', '../../../../graph/contract/src/names.ts'],
  ] as const)('%s may not import %s', async (project, specifier) => {
    expect(await crossing(project, specifier)).toHaveLength(1);
  });

  it.each([
    ['graph', '#contract/names'],
    ['graph', '#graph/memory/gate'],
    ['memory', '#contract/names'],
    ['memory', '#graph/apart/thread-pool'],
    ['server', '#graph/memory/gate'],
    ['server', '#contract/names'],
    ['server', '#graph/agents/memory/agent'],
    ['chat', '#contract/names'],
    ['cli', '#server/address-file'],
  ] as const)('%s may import %s', async (project, specifier) => {
    expect(await crossing(project, specifier)).toEqual([]);
  });
});

describe('the views of the client', () => {
  it.each([
    'chat/chat-page.ts',
    'conversations/conversation-list.ts',
    'memory/memory-editor.ts',
    'conversion/conversion-view.ts',
    'questions/open-questions.ts',
    'research/research-page.ts',
    'ui/copy-button.ts',
  ])('%s may not import the transport', async (view) => {
    expect(await refusals(`apps/chat/src/app/${view}`, '../transport/transport')).toHaveLength(1);
  });

  it.each([
    'memory/data/stored-memory.ts',
    'research/data/research-api.ts',
    'session/turn/sending.ts',
  ])('%s, which is no view, may', async (file) => {
    expect(await refusals(`apps/chat/src/app/${file}`, '../../transport/transport')).toEqual([]);
  });
});
