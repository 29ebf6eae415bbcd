import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { NewRun, Storage } from '../storage.ts';
import { chat, config, say as saying, texts } from '../testing/chat.ts';
import type { Place } from './place.ts';

const ALICE = 'alice';
const BOB = 'bob';
const PAGE = { limit: 10, offset: 0 };
const DONE = { status: 'success', threadStatus: 'idle' } as const;

/** What every implementation of threads and runs promises. */
export function describeThreads(name: string, makePlace: () => Place): void {
  describe(`threads in ${name}`, () => {
    let place: Place;
    let storage: Storage;
    beforeEach(async () => {
      place = makePlace();
      storage = await place.open();
    });
    afterEach(async () => {
      await storage.close();
      place.remove();
    });

    async function thread(owner = ALICE, metadata = {}): Promise<string> {
      const threadId = randomUUID();
      await storage.threads.create({ threadId, owner, metadata }, 'raise');
      return threadId;
    }

    function run(threadId: string, owner = ALICE): NewRun {
      return {
        runId: randomUUID(),
        threadId,
        owner,
        assistantId: 'graph',
        metadata: {},
        multitaskStrategy: 'enqueue',
        request: {},
        notBefore: new Date(0),
      };
    }

    it('shows a thread to its owner alone', async () => {
      const id = await thread(ALICE, { title: 'mine' });
      expect(await storage.threads.get(ALICE, id)).toMatchObject({ threadId: id, status: 'idle' });
      expect(await storage.threads.get(BOB, id)).toBeUndefined();
      expect(await storage.threads.search(BOB, PAGE)).toEqual([]);
      expect(await storage.threads.count(BOB, {})).toBe(0);
      expect(await storage.threads.delete(BOB, id)).toBe(false);
      await expect(storage.threads.patch(BOB, id, { title: 'his' })).rejects.toMatchObject({
        kind: 'not-found',
      });
      await expect(storage.threads.setStatus(BOB, id, 'error')).rejects.toMatchObject({
        kind: 'not-found',
      });
      await expect(storage.runs.create(run(id, BOB), 'enqueue')).rejects.toMatchObject({
        kind: 'not-found',
      });
      expect(await storage.threads.get(ALICE, id)).toMatchObject({ metadata: { title: 'mine' } });
    });

    it('gives an id once, and again to the same owner who does not mind', async () => {
      const threadId = await thread(ALICE, { title: 'first' });
      const again = { threadId, owner: ALICE, metadata: { title: 'second' } };
      await expect(storage.threads.create(again, 'raise')).rejects.toMatchObject({
        kind: 'conflict',
      });
      expect(await storage.threads.create(again, 'do-nothing')).toMatchObject({
        metadata: { title: 'first' },
      });
    });

    it('lets two owners have threads of one id, and keeps all of the two apart', async () => {
      const threadId = await thread(ALICE, { title: 'hers' });
      const mine = { threadId, owner: BOB, metadata: { title: 'his' } };
      expect(await storage.threads.create(mine, 'raise')).toMatchObject({
        metadata: { title: 'his' },
      });
      const [hers, his] = [
        await storage.runs.create(run(threadId), 'reject'),
        await storage.runs.create(run(threadId, BOB), 'reject'),
      ];
      expect(await storage.runs.claim(hers.runId, 0, new Date())).toBeDefined();
      expect(await storage.runs.claim(his.runId, 0, new Date())).toBeDefined();
      const say = (owner: string, { runId }: { runId: string }) =>
        chat(storage.fenced({ owner, threadId, runId, attempt: 1 })).invoke(
          { messages: [saying(`said by ${owner}`)] },
          config(runId, { thread_id: threadId }),
        );
      await say(ALICE, hers);
      await say(BOB, his);
      const heard = async (owner: string) => {
        const place = { configurable: { thread_id: threadId } };
        const state = await chat(storage.checkpointer(owner)).getState(place);
        return texts({ messages: [], ...state.values })[0];
      };
      expect([await heard(ALICE), await heard(BOB)]).toEqual(['said by alice', 'said by bob']);
      await storage.runs.finish({ owner: BOB, threadId, runId: his.runId, attempt: 1 }, DONE);
      expect(await storage.threads.get(ALICE, threadId)).toMatchObject({ status: 'busy' });
      expect(await storage.threads.get(BOB, threadId)).toMatchObject({ status: 'idle' });
      expect(await storage.threads.delete(ALICE, threadId)).toBe(true);
      expect(await heard(BOB)).toBe('said by bob');
      expect((await storage.runs.list(BOB, threadId, PAGE)).map(({ runId }) => runId)).toEqual([
        his.runId,
      ]);
      expect(await storage.runs.list(ALICE, threadId, PAGE)).toEqual([]);
    });

    it('finds by contained metadata, status and ids, and counts all of them', async () => {
      const a = await thread(ALICE, { graph_id: 'memory', tags: { team: 'x', level: 1 } });
      const b = await thread(ALICE, { graph_id: 'memory', tags: { team: 'y' }, "o'clock": [1, 2] });
      const found = async (query: object) =>
        (await storage.threads.search(ALICE, { ...PAGE, sortOrder: 'asc', ...query })).map(
          (row) => row.threadId,
        );
      expect(await found({ metadata: { graph_id: 'memory' } })).toHaveLength(2);
      expect(await found({ metadata: { tags: { team: 'x' } } })).toEqual([a]);
      expect(await found({ metadata: { "o'clock": [1, 2] } })).toEqual([b]);
      expect(await found({ metadata: { "o'clock": [1] } })).toEqual([]);
      expect(await found({ metadata: { toString: {} } })).toEqual([]);
      await storage.threads.setStatus(ALICE, b, 'error');
      expect(await found({ status: 'error' })).toEqual([b]);
      expect(await found({ ids: [a, randomUUID()] })).toEqual([a]);
      expect(await found({ ids: [] })).toEqual([]);
      expect(await found({ limit: 1, offset: 1 })).toHaveLength(1);
      expect(await storage.threads.count(ALICE, { metadata: { graph_id: 'memory' } })).toBe(2);
    });

    it('sorts by what is asked for, newest first', async () => {
      const ids = [await thread(), await thread(), await thread()].sort();
      const [first = '', second = ''] = ids;
      await storage.threads.setStatus(ALICE, second, 'interrupted');
      await storage.threads.setStatus(ALICE, first, 'error');
      const order = async (sortBy: 'thread_id' | 'status', sortOrder: 'asc' | 'desc') =>
        (await storage.threads.search(ALICE, { ...PAGE, sortBy, sortOrder })).map(
          (row) => row.threadId,
        );
      expect(await order('thread_id', 'asc')).toEqual(ids);
      expect(await order('thread_id', 'desc')).toEqual(ids.toReversed());
      expect((await order('status', 'asc'))[0]).toBe(first);
    });

    it('merges metadata at the top and keeps the rest', async () => {
      const id = await thread(ALICE, { a: { x: 1 }, b: 1 });
      const row = await storage.threads.patch(ALICE, id, { a: { y: 2 }, c: null });
      expect(row.metadata).toEqual({ a: { y: 2 }, b: 1, c: null });
    });

    it('is busy exactly while a run is pending or running, and then what that run left', async () => {
      const id = await thread();
      const status = async () => (await storage.threads.get(ALICE, id))?.status;
      const { runId } = await storage.runs.create(run(id), 'reject');
      expect(await status()).toBe('busy');
      await expect(storage.runs.create(run(id), 'reject')).rejects.toMatchObject({ kind: 'busy' });
      await storage.runs.claim(runId, 0, new Date());
      expect(await status()).toBe('busy');
      const attempt = { owner: ALICE, threadId: id, runId, attempt: 1 };
      await storage.runs.finish(attempt, { status: 'success', threadStatus: 'interrupted' });
      expect(await status()).toBe('interrupted');
      const waiting = await storage.runs.create(run(id), 'enqueue');
      await storage.runs.end(waiting.runId, { status: 'interrupted' });
      expect(await status()).toBe('interrupted');
    });

    it('lets one claim win, of one run per thread, once it is due', async () => {
      const id = await thread();
      const first = await storage.runs.create(
        { ...run(id), notBefore: new Date(1_000) },
        'enqueue',
      );
      const second = await storage.runs.create(run(id), 'enqueue');
      const claim = (row: { runId: string }, from: number, at = 1_000) =>
        storage.runs.claim(row.runId, from, new Date(at));
      expect(await claim(first, 0, 999)).toBeUndefined();
      const claims = await Promise.all([claim(first, 0), claim(first, 0)]);
      expect(claims.filter((row) => row?.attempt === 1)).toHaveLength(1);
      expect(await claim(second, 0)).toBeUndefined();
      expect(await claim(first, 1)).toMatchObject({ attempt: 2, status: 'running' });
      const old = { owner: ALICE, threadId: id, runId: first.runId, attempt: 1 };
      const done = { status: 'success', threadStatus: 'idle' } as const;
      expect(await storage.runs.finish(old, done)).toBe(false);
      await expect(storage.events.append(old, [{ event: 'late', data: 1 }])).rejects.toMatchObject({
        kind: 'fenced',
      });
      expect(await storage.runs.finish({ ...old, attempt: 2 }, done)).toBe(true);
      expect(await claim(first, 2)).toBeUndefined();
      expect(await claim(second, 0)).toMatchObject({ status: 'running' });
    });

    it('lists runs newest first, by status and page, to their owner', async () => {
      const id = await thread();
      const rows = [];
      for (let count = 0; count < 3; count += 1)
        rows.push(await storage.runs.create(run(id), 'enqueue'));
      const [a, b, c] = rows.map((row) => row.runId);
      await storage.runs.end(a ?? '', { status: 'interrupted', threadStatus: 'idle' });
      const list = async (query: object, owner = ALICE) =>
        (await storage.runs.list(owner, id, { ...PAGE, ...query })).map((row) => row.runId);
      expect(await list({})).toEqual([c, b, a]);
      expect(await list({ status: 'pending', limit: 1, offset: 1 })).toEqual([b]);
      expect(await list({}, BOB)).toEqual([]);
      expect((await storage.runs.openOn(ALICE, id)).map((row) => row.runId)).toEqual([b, c]);
    });
  });
}
