import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { NewRun, RunAttempt, RunRow, Storage } from '../storage.ts';
import type { Place } from './place.ts';

const [ALICE, BOB] = ['alice', 'bob'];
const NOW = new Date('2026-05-01T10:00:00Z');
const LATER = new Date('2026-05-01T11:00:00Z');

/** What every implementation of runs promises. What they do to their thread stands with the threads. */
export function describeRuns(name: string, makePlace: () => Place): void {
  describe(`runs in ${name}`, () => {
    let place: Place;
    let storage: Storage;
    let thread: string;

    beforeEach(async () => {
      place = makePlace();
      storage = await place.open();
      thread = await newThread();
    });
    afterEach(async () => {
      await storage.close();
      place.remove();
    });

    async function newThread(owner = ALICE): Promise<string> {
      const threadId = randomUUID();
      await storage.threads.create({ threadId, owner, metadata: {} }, 'raise');
      return threadId;
    }

    const made = (more: Partial<NewRun> = {}): Promise<RunRow> =>
      storage.runs.create(
        {
          runId: randomUUID(),
          threadId: thread,
          owner: ALICE,
          assistantId: 'a',
          metadata: {},
          multitaskStrategy: 'enqueue',
          request: { input: { a: 1 } },
          notBefore: new Date(0),
          ...more,
        },
        'enqueue',
      );
    const rowOf = ({ runId }: Pick<RunRow, 'runId'>) => storage.runs.get(ALICE, thread, runId);

    async function claimed(run: RunRow, from = 0): Promise<RunAttempt> {
      const row = await storage.runs.claim(run.runId, from, NOW);
      if (row === undefined) throw new Error('the run could not be claimed');
      return row;
    }

    it('are there as they were made, also after closing and opening', async () => {
      const run = await made({ metadata: { from: 'test' }, notBefore: LATER });
      expect(run).toMatchObject({ status: 'pending', attempt: 0, notBefore: LATER });
      await storage.close();
      storage = await place.open();
      expect(await rowOf(run)).toEqual(run);
      expect(await storage.runs.find(run.runId)).toEqual(run);
    });

    it('need a thread of their owner, and an id that is not taken', async () => {
      const { runId } = await made();
      await expect(made({ runId })).rejects.toMatchObject({ kind: 'conflict' });
      for (const wrong of [{ owner: BOB }, { threadId: randomUUID() }])
        await expect(made(wrong)).rejects.toMatchObject({ kind: 'not-found' });
      const [theirs, mine] = [await newThread(BOB), await rowOf({ runId })];
      expect(await storage.runs.get(BOB, thread, runId)).toBeUndefined();
      expect(await storage.runs.get(ALICE, theirs, runId)).toBeUndefined();
      expect(await storage.runs.delete(BOB, thread, runId, { checkpoints: true })).toBe(false);
      expect(await rowOf({ runId })).toEqual(mine);
    });

    it('have one writer at a time: a later claim takes the run from an earlier one', async () => {
      const run = await made();
      const first = await claimed(run);
      expect(await storage.runs.claim(run.runId, 0, NOW)).toBeUndefined();
      const second = await claimed(run, 1);
      expect([first.attempt, second.attempt]).toEqual([1, 2]);
      const outcome = { status: 'success', threadStatus: 'idle' } as const;
      expect(await storage.runs.finish(first, outcome)).toBe(false);
      expect((await rowOf(run))?.status).toBe('running');
      expect(await storage.runs.finish(second, outcome)).toBe(true);
      expect(await storage.runs.claim(run.runId, 2, NOW)).toBeUndefined();
      expect((await rowOf(run))?.status).toBe('success');
    });

    it('are not claimed before they are due, unless they are to be cancelled', async () => {
      const run = await made({ notBefore: LATER });
      expect(await storage.runs.claim(run.runId, 0, NOW)).toBeUndefined();
      expect(await storage.runs.requestCancel(run.runId, 'interrupt')).toMatchObject({
        cancel: 'interrupt',
      });
      expect(await storage.runs.claim(run.runId, 0, NOW)).toMatchObject({ attempt: 1 });
    });

    it('keep what was asked of them over a restart, and why they failed', async () => {
      const run = await made();
      const attempt = await claimed(run);
      await storage.runs.requestCancel(run.runId, 'rollback');
      await storage.close();
      storage = await place.open();
      expect(await rowOf(run)).toMatchObject({ cancel: 'rollback', attempt: 1 });
      const error = { error: 'rate-limit', message: 'Wait.', retry_after_seconds: 7 };
      expect(
        await storage.runs.finish(attempt, { status: 'error', error, threadStatus: 'error' }),
      ).toBe(true);
      expect(await rowOf(run)).toMatchObject({ status: 'error', error });
      expect(await storage.runs.requestCancel(run.runId, 'interrupt')).toBeUndefined();
    });

    it('are ended by whoever may, once, and then no claim has them', async () => {
      const [waiting, running] = [await made(), await made({ threadId: await newThread() })];
      const attempt = await claimed(running);
      const outcome = { status: 'interrupted', threadStatus: 'idle' } as const;
      for (const { runId } of [waiting, running]) {
        expect(await storage.runs.end(runId, outcome)).toBe(true);
        expect(await storage.runs.end(runId, outcome)).toBe(false);
      }
      expect(await storage.runs.claim(waiting.runId, 0, NOW)).toBeUndefined();
      expect(await storage.runs.finish(attempt, { status: 'success' })).toBe(false);
    });

    it('that are open are listed oldest first: of a thread, of an owner and of all', async () => {
      const theirs = await newThread(BOB);
      const [one, two] = [await made(), await made()];
      const other = await made({ threadId: theirs, owner: BOB });
      await storage.runs.end((await made()).runId, { status: 'interrupted' });
      const ids = (rows: readonly RunRow[]) => rows.map(({ runId }) => runId);
      expect(ids(await storage.runs.openOn(ALICE, thread))).toEqual([one.runId, two.runId]);
      expect(await storage.runs.openOn(BOB, thread)).toEqual([]);
      expect(ids(await storage.runs.open(BOB))).toEqual([other.runId]);
      expect(ids(await storage.runs.open())).toEqual([one.runId, two.runId, other.runId]);
    });

    it('tell which of them have a thread of their own that goes with them', async () => {
      const [id, kept] = [await newThread(), await newThread()];
      await made({ runId: id, threadId: id, request: { on_completion: 'delete' } });
      await made({ runId: kept, threadId: kept, request: { on_completion: 'keep' } });
      await made({ request: { on_completion: 'delete' } });
      expect((await storage.runs.temporary()).map(({ runId }) => runId)).toEqual([id]);
    });

    it('go when they are deleted, with their words, and with their thread', async () => {
      const run = await made({ request: { input: { said: 'zyxrunword' } } });
      const other = await made({ request: { input: { said: 'zyxotherword' } } });
      expect(place.holding('zyxrunword')).not.toEqual([]);
      expect(await storage.runs.delete(ALICE, thread, run.runId, { checkpoints: false })).toBe(
        true,
      );
      expect([await rowOf(run), place.holding('zyxrunword')]).toEqual([undefined, []]);
      await storage.threads.delete(ALICE, thread);
      expect(await storage.runs.find(other.runId)).toBeUndefined();
      expect(place.holding('zyxotherword')).toEqual([]);
    });
  });
}
