import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.spec.ts'],
    exclude: ['**/node_modules/**'],
    // Each test starts real processes; a busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
