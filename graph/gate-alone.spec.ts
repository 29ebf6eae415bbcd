import { readdirSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

/** Calls that can change the cross-thread store. */
const WRITES =
  /\bputTogether\(|\.put\(|\.batch\(|\bstore\.delete\(|super\.(?:write|edit|delete|uploadFiles)\(/;

it('is the only module of the graph that writes to the store', () => {
  const root = new URL('./', import.meta.url);
  const writers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => path.endsWith('.ts') && !/\.spec\.ts$|^(?:.*\/)?(?:testing|fixtures)\//.test(path),
    )
    .filter((path) => WRITES.test(readFileSync(new URL(path, root), 'utf8')));
  expect(writers.sort()).toEqual([
    // Hands writes on: to the gate below /memories/, to thread state elsewhere.
    'agents/memory/backend.ts',
    'memory/gate.ts',
    // The batch that the gate alone calls.
    'memory/store-batch.ts',
  ]);
});
