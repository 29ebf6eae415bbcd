import { defineConfig } from '@playwright/test';

import { findChromium } from '#tools/chromium';

/** Real stack, real Chromium; every test starts a server of its own on a free port. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  reporter: [['list']],
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 10_000,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? 'chromium',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
      ],
    },
  },
});
