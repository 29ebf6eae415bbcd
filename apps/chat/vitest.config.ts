import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    setupFiles: ['@angular/localize/init'],
    include: ['**/*.spec.ts'],
    exclude: ['**/node_modules/**', '**/*.component.spec.ts'],
  },
});
