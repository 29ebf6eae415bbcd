import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.spec.ts'],
    exclude: ['**/node_modules/**'],
    // What is waited for comes when it comes; a busy machine is no failure.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
  },
});
