import { vi } from 'vitest';

/** Longer than code takes to arrive and run on a busy machine: only what never comes fails a test. */
const PATIENCE_MS = 10_000;

/** Resolves with what `holds` gives once that is true. */
export function until<T>(holds: () => T | Promise<T>) {
  return vi.waitUntil(holds, { timeout: PATIENCE_MS, interval: 20 });
}
