import { strToU8 } from 'fflate';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { newResearch, RESEARCH } from '#graph/agents/research/record';
import { createResearch } from '#graph/agents/research/research';
import { OWNER_WORK_KEY } from '#graph/work/owner-work';

import { Documents } from '../documents/owner-documents.ts';
import { filesHolding } from '../storage/sqlite/testing/files-holding.ts';
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { workOf } from './owner-work.ts';

const QUESTION = 'What does the hangar in Ghent cost?';

let directory: string;
let storage: Storage;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'work-'));
  storage = await openSqliteStorage(directory);
});
afterEach(async () => {
  await storage.close();
  rmSync(directory, { recursive: true });
});

async function research(owner: string, id: string): Promise<unknown> {
  const graph = createResearch({ model: undefined });
  const configurable = { [OWNER_WORK_KEY]: workOf(storage, owner) };
  return graph.invoke({ session: id }, { configurable });
}

it('is enough for a question to be answered from the stored documents', async () => {
  const text = 'Rates.\n\nIn Ghent the hangar costs 400 euros. Bring a lock.';
  const file = { name: 'rates.md', bytes: strToU8(text) };
  await new Documents(storage.documents, 'anna').add(file);
  const records = storage.records.of(RESEARCH, 'anna');
  await records.save('a', newResearch(QUESTION), 0);
  await research('anna', 'a');
  const stored = await records.load('a');
  expect(stored?.record.stage).toBe('completed');
  const [quotation] = stored?.record.verified[0]?.citations ?? [];
  expect(text.slice(quotation?.start, quotation?.end)).toBe(quotation?.quote);
  expect(quotation?.quote).toContain('400 euros');
  expect(filesHolding(directory, QUESTION)).not.toEqual([]);
  await records.delete('a');
  expect(filesHolding(directory, QUESTION)).toEqual([]);
});

it('reaches no other owner’s record, and the store route makes none', async () => {
  await storage.records.of(RESEARCH, 'anna').save('a', newResearch(QUESTION), 0);
  await storage.store.put(['ben', 'research'], 'a', { ...newResearch('forged') });
  await expect(research('ben', 'a')).rejects.toThrow('There is no research a.');
});

it('lets one of two runs of a record win', async () => {
  const records = storage.records.of(RESEARCH, 'anna');
  await records.save('a', newResearch(QUESTION), 0);
  const runs = await Promise.allSettled([research('anna', 'a'), research('anna', 'a')]);
  expect(runs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(runs.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { kind: 'conflict' },
  });
  expect((await records.load('a'))?.record.stage).toBe('completed');
});
