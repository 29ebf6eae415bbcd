import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { newRecordId, type RecordStore, type WorkRecords } from '#graph/work/records';

import { NOTES, PLANS } from '../testing/note-records.ts';

/** One place for records: opening it again, after closing, gives the same records. */
export interface RecordPlace {
  open(): Promise<{ readonly records: RecordStore; close(): Promise<void> | void }>;
  /** Names of files that hold a text. Records are open meanwhile. */
  holding(text: string): string[];
  /** Removes the records; what was opened is closed. */
  remove(): void;
}

const NO_IDS = [
  '',
  '../etc',
  'a/b',
  'a.b',
  '.',
  'A',
  'Ä',
  'a b',
  'a\n',
  'a\0',
  'a-b',
  'a_b',
  'x'.repeat(65),
];

/** What every implementation of work records promises. */
export function describeRecords(name: string, makePlace: () => RecordPlace): void {
  describe(`work records in ${name}`, () => {
    let place: RecordPlace;
    let opened: Awaited<ReturnType<RecordPlace['open']>>;
    let owner: string;
    let notes: WorkRecords<{ readonly text: string; readonly stage: string }>;

    const open = async () => {
      opened = await place.open();
      notes = opened.records.of(NOTES, owner);
    };
    const reopen = async () => {
      await opened.close();
      await open();
    };

    beforeEach(async () => {
      owner = randomUUID();
      place = makePlace();
      await open();
    });
    afterEach(async () => {
      await opened.close();
      place.remove();
    });

    it('reads what was saved, to the letter, after it was closed and opened again', async () => {
      const record = { text: 'line\n\u2028 "quoted" \ud83d\ude80 \ud83d 東京\0', stage: 'verify' };
      expect(await notes.save('a1', record, 0)).toBe(1);
      await reopen();
      expect(await notes.load('a1')).toEqual({
        id: 'a1',
        version: 1,
        savedAt: expect.any(Date) as Date,
        record,
      });
    });

    it('reads a missing record as null', async () => {
      expect(await notes.load('missing')).toBe(null);
      expect(await notes.delete('missing')).toBe(false);
      expect(await notes.list()).toEqual([]);
    });

    it('erases every record of an owner, of all kinds, and no other owner’s', async () => {
      const other = opened.records.of(NOTES, randomUUID());
      await notes.save('a', { text: 'erased-text', stage: 's' }, 0);
      await opened.records.of(PLANS, owner).save('b', { steps: 3 }, 0);
      await other.save('c', { text: 'kept-text', stage: 's' }, 0);
      expect(await opened.records.deleteAll(owner)).toBe(2);
      expect(await notes.list()).toEqual([]);
      expect(await opened.records.of(PLANS, owner).load('b')).toBe(null);
      expect(await other.load('c')).not.toBe(null);
      expect(place.holding('erased-text')).toEqual([]);
      expect(place.holding('kept-text')).not.toEqual([]);
    });

    it.each(NO_IDS)('refuses the id %j', async (id) => {
      const record = { text: '', stage: '' };
      for (const refused of [notes.load(id), notes.save(id, record, 0), notes.delete(id)])
        await expect(refused).rejects.toMatchObject({ kind: 'invalid' });
      expect(await notes.list()).toEqual([]);
    });

    it('takes the ids that it makes, and the longest there may be', async () => {
      for (const id of [newRecordId(), 'x'.repeat(64), '7'])
        expect(await notes.save(id, { text: id, stage: 's' }, 0)).toBe(1);
      expect(await notes.list()).toHaveLength(3);
    });

    it('refuses what its kind does not name, so that no transcript is stored in it', async () => {
      const forged = { text: 'a', stage: 's', messages: ['hello'] };
      await expect(notes.save('a', forged, 0)).rejects.toMatchObject({ kind: 'invalid' });
      const wrong = { text: 5, stage: 's' } as unknown as { text: string; stage: string };
      await expect(notes.save('a', wrong, 0)).rejects.toMatchObject({ kind: 'invalid' });
      expect(await notes.load('a')).toBe(null);
    });

    it('lets one of two win that save what they made of the same version', async () => {
      await notes.save('a', { text: 'base', stage: 's' }, 0);
      const saves = await Promise.allSettled(
        ['one', 'two'].map((text) => notes.save('a', { text, stage: 's' }, 1)),
      );
      const [won, lost] = saves.toSorted((a) => (a.status === 'fulfilled' ? -1 : 1));
      expect(won).toEqual({ status: 'fulfilled', value: 2 });
      expect(lost).toMatchObject({ status: 'rejected', reason: { kind: 'conflict' } });
      const text = saves[0]?.status === 'fulfilled' ? 'one' : 'two';
      expect(await notes.load('a')).toMatchObject({ version: 2, record: { text } });
    });

    it('does not bring a deleted record back, and takes its id for a new one', async () => {
      await notes.save('a', { text: 'vermilion', stage: 's' }, 0);
      await notes.save('a', { text: 'vermilion marbles', stage: 's' }, 1);
      expect(place.holding('vermilion')).not.toEqual([]);
      expect(await notes.delete('a')).toBe(true);
      expect(await notes.load('a')).toBe(null);
      expect(place.holding('vermilion')).toEqual([]);
      const late = notes.save('a', { text: 'late', stage: 's' }, 2);
      await expect(late).rejects.toMatchObject({ kind: 'conflict' });
      expect(await notes.save('a', { text: 'new', stage: 's' }, 0)).toBe(1);
    });

    it('keeps owners and kinds apart', async () => {
      await notes.save('mine', { text: 'secret', stage: 's' }, 0);
      const others = [opened.records.of(NOTES, randomUUID()), opened.records.of(PLANS, owner)];
      for (const other of others) {
        expect(await other.load('mine')).toBe(null);
        expect(await other.list()).toEqual([]);
        expect(await other.delete('mine')).toBe(false);
      }
      expect(await notes.load('mine')).toMatchObject({ record: { text: 'secret' } });
    });

    it('lists what was saved last first', async () => {
      vi.useFakeTimers({ toFake: ['Date'] });
      for (const [at, id, madeFrom] of [
        [1000, 'a', 0],
        [2000, 'b', 0],
        [3000, 'a', 1],
      ] as const) {
        vi.setSystemTime(at);
        await notes.save(id, { text: id, stage: 's' }, madeFrom);
      }
      vi.useRealTimers();
      const listed = (await notes.list()).map(({ id, savedAt }) => [id, savedAt.getTime()]);
      expect(listed).toEqual([
        ['a', 3000],
        ['b', 2000],
      ]);
    });
  });
}
