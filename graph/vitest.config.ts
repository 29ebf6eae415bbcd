import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.spec.ts'],
    exclude: ['**/node_modules/**', 'contract/**'],
    // Some tests wait for a client's own pause before its second try, on machines that are busy.
    testTimeout: 30_000,
  },
});
