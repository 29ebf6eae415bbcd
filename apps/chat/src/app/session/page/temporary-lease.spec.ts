import { expect, it } from 'vitest';

import { offline } from '../../transport/testing/fake-transport';
import { RENEW_EVERY_MS, TemporaryLease } from './temporary-lease';

/** A lease whose clock the test moves, and the threads that it has said are in use. */
function setUp(fails = false) {
  const renewed: string[] = [];
  const timers = new Map<() => void, number>();
  const lease = new TemporaryLease({
    transport: {
      renewThread(threadId) {
        renewed.push(threadId);
        return fails ? Promise.reject(offline()) : Promise.resolve();
      },
    },
    every(milliseconds, callback) {
      timers.set(callback, milliseconds);
      return () => timers.delete(callback);
    },
  });
  const tick = () => {
    for (const callback of timers.keys()) callback();
  };
  return { lease, renewed, tick, timers };
}

it('says at once and then regularly that the conversation is in use', () => {
  const { lease, renewed, tick, timers } = setUp();
  lease.hold('a');
  lease.hold('a');
  expect([...timers.values()]).toEqual([RENEW_EVERY_MS]);
  tick();
  expect(renewed).toEqual(['a', 'a']);
});

it('begins the time of what is left with leaving it, and holds one at a time', () => {
  const { lease, renewed, tick, timers } = setUp();
  lease.hold('a');
  lease.hold('b');
  expect(renewed).toEqual(['a', 'a', 'b']);
  tick();
  lease.release();
  lease.release();
  expect(renewed).toEqual(['a', 'a', 'b', 'b', 'b']);
  expect(timers.size).toBe(0);
});

it('goes on when the server cannot be reached', () => {
  const { lease, renewed, tick } = setUp(true);
  lease.hold('a');
  tick();
  expect(renewed).toEqual(['a', 'a']);
});
