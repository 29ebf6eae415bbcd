import { expect, it } from 'vitest';

import type { RunSummary } from '../../transport/transport';
import { nextAfter } from './run-outcome';

const run = (runId: string, status: RunSummary['status']): RunSummary => ({
  runId,
  status,
  sent: undefined,
  from: undefined,
  memoryOff: false,
  failure: undefined,
});

it.each<[string, RunSummary[], string | undefined]>([
  [
    'goes on to the oldest that is open',
    [run('d', 'pending'), run('c', 'running'), run('a', 'success')],
    'c',
  ],
  [
    'does not pass by one that was answered meanwhile',
    [run('d', 'pending'), run('c', 'success'), run('a', 'success')],
    'c',
  ],
  ['passes by one that was called off', [run('c', 'interrupted'), run('a', 'success')], undefined],
  ['never goes back', [run('a', 'success'), run('z', 'success')], undefined],
])('%s', (_what, runs, next) => expect(nextAfter(runs, 'a')?.runId).toBe(next));
