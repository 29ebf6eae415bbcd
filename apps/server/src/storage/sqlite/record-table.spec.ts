import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, it } from 'vitest';

import { describeRecords } from '../suites/records.ts';
import { NOTES } from '../testing/note-records.ts';
import { DATABASE_FILE } from './database.ts';
import { openSqliteStorage } from './sqlite-storage.ts';
import { filesHolding } from './testing/files-holding.ts';

describeRecords('the database', () => {
  const directory = mkdtempSync(join(tmpdir(), 'records-'));
  return {
    async open() {
      const storage = await openSqliteStorage(directory);
      return { records: storage.records, close: () => storage.close() };
    },
    holding: (text) => filesHolding(directory, text),
    remove: () => rmSync(directory, { recursive: true }),
  };
});

it.each([
  ['changed by other hands', `UPDATE work_record SET body = replace(body, 'b', 'c') WHERE id = ?`],
  [
    'given a message list',
    `UPDATE work_record SET body = '{"text":"a","stage":"s","messages":[]}' WHERE id = ?`,
  ],
])('refuses a record that was %s, lists the others, and deletes it', async (_, sql) => {
  const directory = mkdtempSync(join(tmpdir(), 'records-'));
  let storage = await openSqliteStorage(directory);
  for (const id of ['whole', 'forged'])
    await storage.records.of(NOTES, 'o').save(id, { text: 'b', stage: 's' }, 0);
  await storage.close();
  const file = new DatabaseSync(join(directory, DATABASE_FILE));
  expect(file.prepare(sql).run('forged').changes).toBe(1);
  file.close();
  storage = await openSqliteStorage(directory);
  const notes = storage.records.of(NOTES, 'o');
  await expect(notes.load('forged')).rejects.toMatchObject({ kind: 'damaged' });
  await expect(notes.save('forged', { text: '', stage: '' }, 1)).rejects.toMatchObject({
    kind: 'damaged',
  });
  expect((await notes.list()).map(({ id }) => id)).toEqual(['whole']);
  expect(await notes.delete('forged')).toBe(true);
  expect(await notes.load('forged')).toBe(null);
  await storage.close();
  rmSync(directory, { recursive: true });
});
