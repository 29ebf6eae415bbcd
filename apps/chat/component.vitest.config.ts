import { defineConfig } from 'vitest/config';

/**
 * Component specs wait for code that arrives late, as a person's browser does. A busy machine may
 * need seconds for what takes milliseconds: only what never comes fails.
 */
export default defineConfig({
  test: { testTimeout: 30_000, expect: { poll: { timeout: 10_000 } } },
});
