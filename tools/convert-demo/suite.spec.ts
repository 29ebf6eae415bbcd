import { describe, expect, it } from 'vitest';

import { inThread } from '#graph/agents/convert/thread/in-thread';
import { readSources } from '#graph/agents/convert/sources';

import { runTests } from './run-tests.ts';
import { serveSite } from './site.ts';
import { countStatements, readSuite } from './suite.ts';

const { signal } = new AbortController();
const suite = readSuite();
const { sources = [] } = readSources(suite);
const RULES = [
  'Use getByTestId for every form field',
  'Prefer getByRole where the source proves it',
];

describe('the sample suite', { timeout: 600_000 }, () => {
  it('has ten files, in both languages', () => {
    expect(suite).toHaveLength(10);
    expect(sources).toHaveLength(10);
    expect(new Set(suite.map(({ name }) => name.slice(-3)))).toEqual(new Set(['.js', '.ts']));
  });

  it.each([[[]], [RULES], [['Suffix page objects with Page']]])(
    'is converted to more than nine tenths, and passes every gate: %j',
    async (rules: readonly string[]) => {
      const { files, ledger } = await inThread(signal, 'rewrite', sources, rules);
      const open = ledger.filter(({ kind }) => kind === 'todo');
      const all = suite.reduce((sum, file) => sum + countStatements(file), 0);
      const share = (all - open.length) / all;
      console.log(`${all} statements, ${open.length} left open: ${(share * 100).toFixed(1)} %`);
      expect(share).toBeGreaterThanOrEqual(0.9);
      expect(share).toBeLessThan(1);
      const { passed, findings } = await inThread(signal, 'check', sources, files, rules);
      expect(findings).toEqual([]);
      expect(passed).toBe(true);
    },
  );

  it('passes in Chromium, and fails when the site says something else', async () => {
    const site = await serveSite();
    try {
      const { files } = await inThread(signal, 'rewrite', sources, RULES);
      const green = await runTests(files, site.url);
      expect(green.output).toMatch(/\b26 passed/);
      expect(green.passed).toBe(true);
      site.change('Wrong user or password', 'Try again');
      const red = await runTests(files, site.url, ['login.test.ts']);
      expect(red.passed).toBe(false);
      expect(red.output).toMatch(/1 failed[\s\S]*refuses a wrong password[\s\S]*2 passed/);
    } finally {
      await site.close();
    }
  });
});
