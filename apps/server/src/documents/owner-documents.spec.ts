import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { strToU8 } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { DOCUMENT_QUOTA } from '../storage/documents.ts';
import { DATABASE_FILE } from '../storage/sqlite/database.ts';
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.ts';
import { filesHolding } from '../storage/sqlite/testing/files-holding.ts';
import type { Storage } from '../storage/storage.ts';
import { extract } from './document-pool.ts';
import { Documents } from './owner-documents.ts';
import { makePdf } from './testing/make-files.ts';

let directory: string;
let storage: Storage;
let documents: Documents;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'documents-'));
  storage = await openSqliteStorage(directory);
  documents = new Documents(storage.documents, 'anna');
});
afterEach(async () => {
  await storage.close();
  rmSync(directory, { recursive: true });
});

async function add(name: string, content: string | Uint8Array, to = documents): Promise<string> {
  const bytes = typeof content === 'string' ? strToU8(content) : content;
  const added = await to.add({ name, bytes });
  if ('refused' in added) throw new Error(added.sentence);
  return added.id;
}

const HANGAR = 'Parking.\n\nThe hangar in Ghent costs 400 euros a month from March.';
const others = Array.from({ length: 30 }, (_, at) => `Note ${at} speaks of the weather.`).join(
  `\n\n${'filler '.repeat(90)}\n\n`,
);

describe("an owner's documents", () => {
  it('are kept as texts with their hash and what read them', async () => {
    const id = await add('rates.pdf', makePdf(['The hangar costs 400']));
    const read = await documents.read(id);
    expect(read).toMatchObject({
      name: 'rates.pdf',
      format: 'pdf',
      pages: 1,
      text: 'The hangar costs 400',
      length: 20,
      hash: '7b2adcb13cbefefe1b65f6d772069f468c8dbb3d9b10fe7198cf6a1190e59b5d',
      extractor: expect.stringMatching(/unpdf \d/) as string,
    });
  });

  it('are searched for the passage that answers, which stands at its offsets', async () => {
    await add('weather.txt', others);
    const id = await add('rates.md', HANGAR);
    const [first] = await documents.search('What does the hangar in Ghent cost?', 3);
    expect(first?.document.id).toBe(id);
    expect(first?.text).toContain('400 euros');
    const text = (await documents.read(id))?.text ?? '';
    expect(text.slice(first?.start, first?.end)).toBe(first?.text);
  });

  it('are found by their names and in scripts without blanks', async () => {
    await add('weather.txt', others);
    const tower = await add('a.txt', '東京タワーは赤い。');
    expect((await documents.search('タワー', 1))[0]?.document.id).toBe(tower);
  });

  it('are nobody else’s', async () => {
    const id = await add('rates.md', HANGAR);
    const ben = new Documents(storage.documents, 'ben');
    expect(await ben.list()).toEqual([]);
    expect(await ben.read(id)).toBe(null);
    expect(await ben.search('hangar', 5)).toEqual([]);
    expect(await ben.delete(id)).toBe(false);
    expect((await documents.list()).map((each) => each.id)).toEqual([id]);
  });

  it('are gone once removed, to the last byte, and so are their passages', async () => {
    const id = await add('rates.md', HANGAR);
    expect(filesHolding(directory, 'hangar in Ghent')).not.toEqual([]);
    expect(await documents.delete(id)).toBe(true);
    expect(await documents.search('hangar', 5)).toEqual([]);
    expect(await documents.read(id)).toBe(null);
    expect(filesHolding(directory, 'hangar in Ghent')).toEqual([]);
  });

  it('are refused when damaged, and the others are searched', async () => {
    const id = await add('rates.md', HANGAR);
    await add('other.md', 'The hangar in Bruges is full.');
    await storage.close();
    const file = new DatabaseSync(join(directory, DATABASE_FILE));
    file
      .prepare(`UPDATE document_text SET body = replace(body, '400', '900') WHERE id = ?`)
      .run(id);
    file.close();
    storage = await openSqliteStorage(directory);
    documents = new Documents(storage.documents, 'anna');
    await expect(documents.read(id)).rejects.toMatchObject({ kind: 'damaged' });
    const found = await documents.search('hangar', 5);
    expect(found.map(({ document }) => document.name)).toEqual(['other.md']);
    expect(await documents.delete(id)).toBe(true);
  });

  it('are no more than an owner may have', async () => {
    for (let at = 0; at < DOCUMENT_QUOTA.documents; at += 1) {
      const entry = {
        id: `d${at}`,
        name: 'a',
        format: 'text' as const,
        bytes: 1,
        pages: undefined,
      };
      const more = { length: 1, hash: '', extractor: 'text 1', addedAt: new Date(0), text: 'a' };
      await storage.documents.add('anna', { ...entry, ...more });
    }
    await expect(add('one more', 'text')).rejects.toMatchObject({ kind: 'too-many' });
  });
});

it('gives up a file that takes longer than it may, and reads the next one', async () => {
  const page = { name: 'a.html', bytes: strToU8('<b>word</b><i>'.repeat(300_000)) };
  expect(await extract(page, 20)).toMatchObject({ refused: 'too-large' });
  const file = { name: 'a.txt', bytes: strToU8('text') };
  expect(await extract(file)).toMatchObject({ text: 'text' });
});
