import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { OutFile } from '#contract/convert';
import { findChromium } from '../chromium.mjs';

const CLI = createRequire(import.meta.url).resolve('@playwright/test/cli');
const MODULES = join(import.meta.dirname, '../../node_modules');

const CONFIG = `import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  workers: 1,
  retries: 0,
  reporter: 'line',
  timeout: 60_000,
  use: {
    launchOptions: {
      executablePath: ${JSON.stringify(findChromium() ?? 'chromium')},
      args: ${JSON.stringify(process.getuid?.() === 0 ? ['--no-sandbox'] : [])},
    },
  },
});
`;

export interface TestRun {
  readonly passed: boolean;
  /** What Playwright printed. */
  readonly output: string;
}

/** Runs converted tests with Playwright in Chromium, in a folder of their own. */
export async function runTests(
  files: readonly OutFile[],
  siteUrl: string,
  only: readonly string[] = [],
): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'converted-'));
  try {
    for (const { name, text } of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    await writeFile(join(folder, 'playwright.config.ts'), CONFIG);
    await cp(join(import.meta.dirname, 'suite/files'), join(folder, 'files'), { recursive: true });
    await symlink(MODULES, join(folder, 'node_modules'));
    return await playwright(folder, siteUrl, only);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function playwright(
  folder: string,
  siteUrl: string,
  only: readonly string[],
): Promise<TestRun> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [CLI, 'test', ...only], {
    cwd: folder,
    env: { PATH, HOME, SHOP_URL: siteUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { passed: code === 0, output };
}
