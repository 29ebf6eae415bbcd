import { expect, it } from 'vitest';

import type { EventLog, RunEvent } from '../storage/storage.ts';
import { followRun } from './follow.ts';
import { LiveRun } from './live-run.ts';

function eventsFrom(first: number, count: number): RunEvent[] {
  return Array.from({ length: count }, (_, at) => ({
    id: first + at,
    event: 'x',
    data: first + at,
  }));
}

it('has at hand what follows an event it remembers, and nothing else', () => {
  const live = new LiveRun();
  expect(live.after(-1)).toBeUndefined();
  live.publish(eventsFrom(10, 3));
  expect(live.after(9)).toBeUndefined();
  expect(live.after(10)?.map(({ id }) => id)).toEqual([11, 12]);
  expect(live.after(12)).toEqual([]);
  live.publish(undefined);
  expect(live.after(12)).toBeUndefined();
});

it('forgets all but the newest, so readers cost it nothing', () => {
  const live = new LiveRun();
  for (let first = 0; first < 10_000; first += 100) live.publish(eventsFrom(first, 100));
  expect(live.after(9_000)).toBeUndefined();
  expect(live.after(9_900)).toHaveLength(99);
});

it('lets a reader that is far behind catch up from the log, without gap or repeat', async () => {
  const live = new LiveRun();
  const all = eventsFrom(0, 2_000);
  let committed = 0;
  const commit = (count: number): void => {
    live.publish(all.slice(committed, committed + count));
    committed += count;
  };
  const log: Pick<EventLog, 'read'> = {
    read: (_run, after, limit) =>
      Promise.resolve(
        all
          .slice(0, committed)
          .filter(({ id }) => id > after)
          .slice(0, limit),
      ),
  };
  commit(1);
  const seen: number[] = [];
  for await (const { id } of followRun(
    log as EventLog,
    'run',
    live,
    -1,
    new AbortController().signal,
  )) {
    seen.push(id);
    if (committed < all.length) commit(Math.min(7, all.length - committed));
    else live.close('ended');
  }
  expect(seen).toEqual(all.map(({ id }) => id));
});
