import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { trivialGraph } from '#graph/fixtures/graphs';

import { SWEEP_EVERY_MS, sweepRegularly } from './regular-sweep.ts';
import { DEFAULT_LIMITS } from './runs/engine-limits.ts';
import { EngineHarness, OWNER, PATIENT, say } from './runs/testing/engine-harness.ts';
import { ManualClock } from './runs/testing/manual-clock.ts';
import { StorageError } from './storage/storage-error.ts';

const MINUTE = 60_000;

let harness: EngineHarness;
let clock: ManualClock;
const failures: string[] = [];
const logger = { error: (_: object, message: string) => void failures.push(message) };

beforeEach(async () => {
  failures.length = 0;
  clock = new ManualClock();
  harness = await EngineHarness.open({ trivial: trivialGraph() }, { clock });
});
afterEach(() => harness.close());

async function temporaryThread(minutes: number): Promise<string> {
  const threadId = randomUUID();
  const thread = { threadId, owner: OWNER, metadata: {}, ttlMs: minutes * MINUTE };
  await harness.storage.threads.create(thread, 'raise');
  return threadId;
}

const threads = () => harness.storage.threads.count(OWNER, {});
/** Whether no sweep is under way and the next is awaited. */
const resting = () => expect.poll(() => clock.waiting).toBe(1);

it('erases what has outlived its time while nothing runs', async () => {
  const told = await harness.thread();
  const { runId } = await harness.submit(told, { graph_id: 'trivial', input: say('hello') });
  await harness.engine.ended(runId, PATIENT);
  await temporaryThread(2);
  const put = { namespace: ['notes'], key: 'k', value: { told: 'kx93q' }, ttlMs: 0.001 };
  await harness.storage.store.batch([put]);
  const stop = sweepRegularly({ engine: harness.engine, storage: harness.storage, clock, logger });
  await resting();
  expect(harness.filesHolding('kx93q')).toEqual([]);
  for (const left of [2, 2, 1]) {
    clock.advance(SWEEP_EVERY_MS);
    await resting();
    expect(await threads()).toBe(left);
  }
  expect((await harness.storage.events.read(runId, -1, 1)).length).toBe(1);
  clock.advance(DEFAULT_LIMITS.eventRetentionMs);
  await expect.poll(async () => (await harness.storage.events.read(runId, -1, 1)).length).toBe(0);
  await stop();
  expect(failures).toEqual([]);
});

it('goes on after storage has refused, and not after it was stopped', async () => {
  let refuses = true;
  const storage = {
    threads: Object.assign(
      Object.create(harness.storage.threads) as typeof harness.storage.threads,
      {
        expired: (now: Date) =>
          refuses
            ? Promise.reject(new StorageError('unavailable', 'The disk is full.'))
            : harness.storage.threads.expired(now),
      },
    ),
  };
  await temporaryThread(1);
  clock.advance(MINUTE + 1000);
  const stop = sweepRegularly({ storage, engine: harness.engine, clock, logger });
  await resting();
  expect([await threads(), failures.length]).toEqual([1, 1]);
  refuses = false;
  clock.advance(SWEEP_EVERY_MS);
  await expect.poll(threads).toBe(0);
  await stop();
  expect(clock.waiting).toBe(0);
});

it('does a bounded number at a time', async () => {
  for (let made = 0; made < 101; made += 1) await temporaryThread(1);
  clock.advance(MINUTE + 1000);
  const stop = sweepRegularly({ storage: harness.storage, engine: harness.engine, clock, logger });
  await resting();
  expect(await threads()).toBe(1);
  clock.advance(SWEEP_EVERY_MS);
  await expect.poll(threads).toBe(0);
  await stop();
});
