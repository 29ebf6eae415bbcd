import { randomUUID } from 'node:crypto';
import { Command } from '@langchain/langgraph';
import type { CheckpointTuple } from '@langchain/langgraph-checkpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewRun, RunAttempt, RunOutcome, Storage } from '../storage.ts';
import { chat, config, say, texts } from '../testing/chat.ts';
import type { Place } from './place.ts';

type Input = Parameters<ReturnType<typeof chat>['invoke']>[0];

const OWNER = 'owner';
const DONE: RunOutcome = { status: 'success', threadStatus: 'idle' };

/** What every implementation of Storage promises of its saver and its store. */
export function describeSaverAndStore(name: string, makePlace: () => Place): void {
  describe(name, () => {
    let place: Place;
    let storage: Storage;
    let thread: string;

    beforeEach(async () => {
      place = makePlace();
      storage = await place.open();
      thread = randomUUID();
      await storage.threads.create({ threadId: thread, owner: OWNER, metadata: {} }, 'raise');
    });

    afterEach(async () => {
      await storage.close();
      place.remove();
    });

    const at = (more = {}) => ({ configurable: { thread_id: thread, ...more } });
    const state = async () =>
      texts({ messages: [], ...(await chat(storage.checkpointer(OWNER)).getState(at())).values });

    const newRun = (request = {}): NewRun => ({
      runId: randomUUID(),
      threadId: thread,
      owner: OWNER,
      assistantId: 'a',
      metadata: {},
      multitaskStrategy: 'reject',
      request,
      notBefore: new Date(0),
    });

    async function begin(): Promise<RunAttempt> {
      const { runId } = await storage.runs.create(newRun(), 'reject');
      const row = await storage.runs.claim(runId, 0, new Date());
      if (!row) throw new Error('the run could not be claimed');
      return { owner: OWNER, threadId: thread, runId, attempt: row.attempt };
    }

    /** Runs the graph as one run from its claim to its end. */
    async function run(input: Input, outcome = DONE, more = {}): Promise<RunAttempt> {
      const attempt = await begin();
      const graph = chat(storage.fenced(attempt));
      await graph.invoke(input, config(attempt.runId, { thread_id: thread, ...more }));
      await storage.runs.finish(attempt, outcome);
      return attempt;
    }
    const turn = (text: string, outcome = DONE, more = {}) =>
      run({ messages: [say(text)] }, outcome, more);

    async function history(): Promise<CheckpointTuple[]> {
      const found = [];
      for await (const tuple of storage.checkpointer(OWNER).list(at())) found.push(tuple);
      return found;
    }

    describe('the saver', () => {
      it('has all of a run after it was closed and opened again', async () => {
        await turn('one');
        const before = await history();
        await storage.close();
        storage = await place.open();
        expect(await history()).toEqual(before);
        expect(await state()).toEqual(['one', 'thinking of one', 'answer 2']);
      });

      it('says of each checkpoint which run made it', async () => {
        const [one, two] = [await turn('one'), await turn('two')];
        const runs = (await history()).map(
          (tuple) => Reflect.get(tuple.metadata ?? {}, 'run_id') as unknown,
        );
        expect(new Set(runs)).toEqual(new Set([one.runId, two.runId]));
      });

      it('refuses the writes of an attempt that has lost its run', async () => {
        const attempt = await begin();
        await storage.runs.end(attempt.runId, { status: 'interrupted', threadStatus: 'idle' });
        const late = chat(storage.fenced(attempt)).invoke(
          { messages: [say('late')] },
          config(attempt.runId, at().configurable),
        );
        await expect(late).rejects.toMatchObject({ kind: 'fenced' });
        expect(await history()).toEqual([]);
      });

      it('refuses what such an attempt writes into the store, and lets it read', async () => {
        const attempt = await begin();
        const store = storage.fencedStore(attempt);
        await store.put(['n'], 'k', { v: 1 });
        await storage.runs.claim(attempt.runId, attempt.attempt, new Date());
        for (const late of [store.put(['n'], 'k', { v: 2 }), store.delete(['n'], 'k')])
          await expect(late).rejects.toMatchObject({ kind: 'fenced' });
        expect((await store.get(['n'], 'k'))?.value).toEqual({ v: 1 });
      });

      it('keeps of ended runs what going on, looking back and branching need', async () => {
        for (const text of ['one', 'two', 'three']) await turn(text);
        const kept = await history();
        // Of each run its last and where its input stood, and where the thread began.
        expect(kept.length).toBe(7);
        const first = kept.at(-3)?.checkpoint.id;
        await turn('instead', DONE, { checkpoint_id: first });
        expect((await state()).slice(3)).toEqual(['instead', 'thinking of instead', 'answer 5']);
        expect((await history()).length).toBe(9);
      });

      it('keeps where a run that waits is to go on from', async () => {
        const open = await begin();
        const graph = chat(storage.fenced(open));
        await graph.invoke({ messages: [say('one')] }, config(open.runId, at().configurable));
        const middle = (await history())[1]?.checkpoint.id;
        const request = { checkpoint: { checkpoint_id: middle } };
        await storage.runs.create(newRun(request), 'enqueue');
        await storage.runs.finish(open, DONE);
        const kept = (await history()).map(({ checkpoint }) => checkpoint.id);
        expect(kept).toHaveLength(4);
        expect(kept).toContain(middle);
      });

      it('tells where checkpoints stand just as the whole history does', async () => {
        for (const text of ['one', 'two']) await turn(text);
        const whole = (await history()).map(({ checkpoint, metadata, parentConfig }) => ({
          checkpointId: checkpoint.id,
          parentId: parentConfig?.configurable?.['checkpoint_id'] as unknown,
          metadata,
        }));
        expect(whole).toHaveLength(5);
        expect(await storage.outline(OWNER, thread, { limit: 10 })).toEqual(whole);
        const page = { limit: 1, before: whole[0]?.checkpointId };
        expect(await storage.outline(OWNER, thread, page)).toEqual(whole.slice(1, 2));
        expect(await storage.outline(OWNER, randomUUID(), { limit: 10 })).toEqual([]);
      });

      it('keeps an interrupt, and lets it wait again when its answer is taken back', async () => {
        await turn('approve', { status: 'success', threadStatus: 'interrupted' });
        const waiting = await history();
        const answered = await run(new Command({ resume: 'yes' }));
        await storage.runs.delete(OWNER, thread, answered.runId, { checkpoints: true });
        expect(await history()).toEqual(waiting);
        await run(new Command({ resume: 'no' }));
        expect(await state()).toEqual(['approve', 'approved: no', 'answer 2']);
      });

      it('has nothing of a deleted thread, and all of the others', async () => {
        await turn('one');
        const other = config('r', { thread_id: randomUUID() });
        await chat(storage.checkpointer(OWNER)).invoke({ messages: [say('other')] }, other);
        await storage.threads.delete(OWNER, thread);
        expect(await history()).toEqual([]);
        expect(await storage.checkpointer(OWNER).getTuple(other)).toBeDefined();
      });
    });

    describe('the store', () => {
      it('has what was put after it was closed and opened again', async () => {
        await storage.store.put(['mem', 'u1'], 'k', { text: 'kept' });
        const before = await storage.store.get(['mem', 'u1'], 'k');
        await storage.close();
        storage = await place.open();
        expect(await storage.store.get(['mem', 'u1'], 'k')).toEqual(before);
        expect(before?.value).toEqual({ text: 'kept' });
      });

      it('finds under a namespace, and under no other that begins alike', async () => {
        await storage.store.put(['mem', 'u1'], 'one', {});
        await storage.store.put(['mem', 'u10'], 'ten', {});
        await storage.store.put(['mem', 'u1', 'below'], 'below', {});
        const found = await storage.store.search(['mem', 'u1']);
        expect(found.map((item) => item.key).sort()).toEqual(['below', 'one']);
        expect(await storage.store.listNamespaces({ prefix: ['mem'], maxDepth: 2 })).toEqual([
          ['mem', 'u1'],
          ['mem', 'u10'],
        ]);
      });

      it('filters by operators, and refuses those it does not know', async () => {
        for (const n of [1, 2, 3]) await storage.store.put(['n'], `k${n}`, { n });
        const found = await storage.store.search(['n'], { filter: { n: { $gte: 2, $ne: 3 } } });
        expect(found.map((item) => item.key)).toEqual(['k2']);
        const unknown = storage.store.search(['n'], { filter: { n: { $near: 2 } } });
        await expect(unknown).rejects.toMatchObject({ kind: 'invalid' });
      });

      it('does a batch in its order, whole or not at all', async () => {
        const [, item] = await storage.store.batch([
          { namespace: ['b'], key: 'k', value: { v: 1 } },
          { namespace: ['b'], key: 'k' },
        ]);
        expect(item?.value).toEqual({ v: 1 });
        const half = storage.store.batch([
          { namespace: ['b'], key: 'k', value: null },
          { namespace: ['', 'b'], key: 'k', value: {} },
        ]);
        await expect(half).rejects.toMatchObject({ kind: 'invalid' });
        expect((await storage.store.get(['b'], 'k'))?.value).toEqual({ v: 1 });
      });

      it('does not have what was deleted', async () => {
        await storage.store.put(['d'], 'k', {});
        await storage.store.delete(['d'], 'k');
        expect(await storage.store.get(['d'], 'k')).toBe(null);
        expect(await storage.store.listNamespaces()).toEqual([]);
      });
    });
  });
}
