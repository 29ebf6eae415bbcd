import { expect, it } from 'vitest';

import { FairQueue } from './fair-queue.ts';

function run(owner: string, threadId: string, runId: string, notBefore = 0) {
  return { owner, threadId, runId, notBefore: new Date(notBefore) };
}

it('lets owners take turns, whoever asks for more', () => {
  const queue = new FairQueue({ total: 9, perOwner: 9, openInAll: 9, openPerOwner: 9 });
  for (const id of ['a1', 'a2', 'a3']) queue.add(run('a', id, id));
  queue.add(run('b', 'b1', 'b1'));
  const order = [1, 2, 3, 4].map(() => queue.start(0)?.runId);
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
});

it('runs one run of a thread at a time, oldest first, and gives places back', () => {
  const queue = new FairQueue({ total: 9, perOwner: 9, openInAll: 9, openPerOwner: 9 });
  queue.add(run('a', 't', '1'));
  queue.add(run('a', 't', '2'));
  expect(queue.start(0)?.runId).toBe('1');
  expect(queue.start(0)).toBeUndefined();
  queue.finish('1');
  expect(queue.start(0)?.runId).toBe('2');
});

it('keeps its limits', () => {
  const queue = new FairQueue({ total: 2, perOwner: 1, openInAll: 9, openPerOwner: 9 });
  queue.add(run('a', '1', 'a1'));
  queue.add(run('a', '2', 'a2'));
  queue.add(run('b', '3', 'b1'));
  queue.add(run('c', '4', 'c1'));
  expect([queue.start(0), queue.start(0), queue.start(0)].map((next) => next?.runId)).toEqual([
    'a1',
    'b1',
    undefined,
  ]);
  queue.finish('a1');
  expect(queue.start(0)?.runId).toBe('c1');
});

it('waits for a run’s time, without holding up those behind it', () => {
  const queue = new FairQueue({ total: 9, perOwner: 9, openInAll: 9, openPerOwner: 9 });
  queue.add(run('a', 't', 'later', 100));
  queue.add(run('a', 't', 'now'));
  expect(queue.start(50)?.runId).toBe('now');
  queue.finish('now');
  expect(queue.start(50)).toBeUndefined();
  expect(queue.nextDue(50)).toBe(100);
  expect(queue.start(100)?.runId).toBe('later');
});

it('forgets a run that is taken out', () => {
  const queue = new FairQueue({ total: 9, perOwner: 9, openInAll: 9, openPerOwner: 9 });
  queue.add(run('a', 't', '1'));
  expect(queue.remove('1')).toBe(true);
  expect(queue.remove('1')).toBe(false);
  expect(queue.start(0)).toBeUndefined();
});
