import { randomUUID } from 'node:crypto';

import { AIMessageChunk } from '@langchain/core/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { RunAttempt, Storage } from '../storage.ts';
import type { Place } from './place.ts';

const OWNER = 'alice';
const ALL = 1000;

/** What every implementation of the event log promises. */
export function describeEvents(name: string, makePlace: () => Place): void {
  describe(`events in ${name}`, () => {
    let place: Place;
    let storage: Storage;
    let attempt: RunAttempt;

    beforeEach(async () => {
      place = makePlace();
      storage = await place.open();
      attempt = await begun();
    });
    afterEach(async () => {
      await storage.close();
      place.remove();
    });

    async function begun(): Promise<RunAttempt> {
      const threadId = randomUUID();
      await storage.threads.create({ threadId, owner: OWNER, metadata: {} }, 'raise');
      const { runId } = await storage.runs.create(
        {
          runId: randomUUID(),
          threadId,
          owner: OWNER,
          assistantId: 'a',
          metadata: {},
          multitaskStrategy: 'reject',
          request: {},
          notBefore: new Date(0),
        },
        'reject',
      );
      const row = await storage.runs.claim(runId, 0, new Date());
      if (row === undefined) throw new Error('the run could not be claimed');
      return row;
    }

    const told = (...data: readonly unknown[]) =>
      data.map((each) => ({ event: 'custom', data: each }));
    const read = async (afterId = -1, limit = ALL, { runId } = attempt) =>
      (await storage.events.read(runId, afterId, limit)).map(({ id, data }) => [id, data]);

    it('are read in order, from any of them on, so many at a time', async () => {
      expect(await storage.events.append(attempt, told('a', { b: [1, null] }))).toEqual([0, 1]);
      expect(await storage.events.append(attempt, told('c'))).toEqual([2]);
      const whole = [
        [0, 'a'],
        [1, { b: [1, null] }],
        [2, 'c'],
      ];
      expect(await read()).toEqual(whole);
      expect(await read(0)).toEqual(whole.slice(1));
      expect(await read(-1, 2)).toEqual(whole.slice(0, 2));
      expect(await read(2)).toEqual([]);
      await storage.close();
      storage = await place.open();
      expect(await read()).toEqual(whole);
    });

    it('of one run are not among those of another', async () => {
      const other = await begun();
      await storage.events.append(attempt, told('mine'));
      await storage.events.append(other, told('its'));
      expect(await read()).toEqual([[0, 'mine']]);
      expect(await read(-1, ALL, other)).toEqual([[0, 'its']]);
      expect(await storage.events.read(randomUUID(), -1, ALL)).toEqual([]);
    });

    it('are refused of an attempt that has lost its run; a later one goes on above them', async () => {
      await storage.events.append(attempt, told('before'));
      const next = await storage.runs.claim(attempt.runId, attempt.attempt, new Date());
      if (next === undefined) throw new Error('the run could not be claimed');
      await expect(storage.events.append(attempt, told('late'))).rejects.toMatchObject({
        kind: 'fenced',
      });
      const [id = -1] = await storage.events.append(next, told('after'));
      expect(id).toBeGreaterThan(0);
      expect(await read()).toEqual([
        [0, 'before'],
        [id, 'after'],
      ]);
    });

    it('may hold messages as they are, which go over the wire as text', async () => {
      const chunk = new AIMessageChunk({ id: 'm', content: 'zyxpiece' });
      await storage.events.append(attempt, [{ event: 'messages', data: [chunk, { step: 1 }] }]);
      const [event] = await storage.events.read(attempt.runId, -1, ALL);
      expect(JSON.stringify(event?.data)).toContain('zyxpiece');
    });

    it('go some time after their run has ended, not before, and with its thread', async () => {
      const [open, gone] = [attempt, await begun()];
      await storage.events.append(open, told('zyxopenword'));
      await storage.events.append(gone, told('zyxgoneword'));
      await storage.runs.finish(gone, { status: 'success', threadStatus: 'idle' });
      await storage.events.prune(new Date(0));
      expect(await read(-1, ALL, gone)).toHaveLength(1);
      await storage.events.prune(new Date(Date.now() + 1000));
      expect([await read(-1, ALL, gone), await read()]).toEqual([[], [[0, 'zyxopenword']]]);
      for (const { threadId } of [open, gone]) await storage.threads.delete(OWNER, threadId);
      expect([place.holding('zyxgoneword'), place.holding('zyxopenword')]).toEqual([[], []]);
    });
  });
}
