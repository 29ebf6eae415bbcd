import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { describeRecords } from '../suites/records.ts';
import { NOTES } from '../testing/note-records.ts';
import { type OpenRecords, openRecords } from './open-records.ts';

const OWNER = '3f2b8a54-6c1e-4d8e-9a77-0123456789ab';

const newDirectory = () => mkdtempSync(join(tmpdir(), 'record-files-'));

function holding(directory: string, text: string): string[] {
  return readdirSync(directory).filter((name) =>
    readFileSync(join(directory, name), 'utf8').includes(text),
  );
}

describeRecords('files', () => {
  const directory = newDirectory();
  return {
    open: () => openRecords(directory),
    holding: (text) => holding(directory, text),
    remove: () => rmSync(directory, { recursive: true }),
  };
});

describe('a directory of records', () => {
  let directory: string;
  let opened: OpenRecords;

  beforeEach(async () => {
    directory = newDirectory();
    opened = await openRecords(directory);
  });
  afterEach(() => {
    opened.close();
    rmSync(directory, { recursive: true });
  });

  const notes = () => opened.records.of(NOTES, OWNER);
  const names = () => readdirSync(directory).filter((name) => name.includes('.json'));
  const reopen = async () => {
    opened.close();
    opened = await openRecords(directory);
  };

  /** Saves in another process, which is killed between the write and the move. */
  async function saveAndDie(id: string, madeFrom: number): Promise<void> {
    opened.close();
    const program = join(import.meta.dirname, 'testing', 'save-and-die.ts');
    const child = spawn(process.execPath, [program, directory, OWNER, id, String(madeFrom)], {
      stdio: 'inherit',
    });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  }

  it('has one private file a record, which names its owner nowhere', async () => {
    await notes().save('a', { text: 'one', stage: 's' }, 0);
    expect(names()).toEqual(['a.json']);
    expect(statSync(join(directory, 'a.json')).mode & 0o077).toBe(0);
    expect(holding(directory, OWNER)).toEqual([]);
    expect(holding(directory, 'one')).toEqual(['a.json']);
  });

  it('finishes a save that was killed between the write and the move', async () => {
    await notes().save('a', { text: 'first', stage: 'analyze' }, 0);
    await saveAndDie('a', 1);
    expect(names()).toEqual(['a.json', 'a.json.tmp']);
    opened = await openRecords(directory);
    expect(names()).toEqual(['a.json']);
    expect(await notes().load('a')).toMatchObject({ version: 2, record: { text: 'next' } });
  });

  it('finishes the first save of a record that was killed there', async () => {
    await saveAndDie('new', 0);
    opened = await openRecords(directory);
    expect(await notes().load('new')).toMatchObject({ version: 1, record: { text: 'next' } });
  });

  it.each([
    ['half written', (whole: string) => whole.slice(0, whole.length / 2)],
    ['empty', () => ''],
    ['of no record', () => '{"version": 2}'],
    ['of an earlier version', (whole: string) => whole],
    ['of another owner', (whole: string) => whole.replace(/"owner": "./, '"owner": "0')],
  ])('drops a draft that is %s, and the record stands', async (_, draft) => {
    await notes().save('a', { text: 'stands', stage: 's' }, 0);
    const path = join(directory, 'a.json');
    const whole = readFileSync(path, 'utf8');
    const text = draft(whole);
    // Another owner's draft would be the next version.
    const next = text.includes('"owner": "0') ? text.replace('"version": 1', '"version": 2') : text;
    writeFileSync(`${path}.tmp`, next);
    await reopen();
    expect(names()).toEqual(['a.json']);
    expect(await notes().load('a')).toMatchObject({ version: 1, record: { text: 'stands' } });
  });

  it('leaves no draft behind from which a deleted record comes back', async () => {
    await notes().save('a', { text: 'first', stage: 's' }, 0);
    await saveAndDie('a', 1);
    opened = await openRecords(directory);
    expect(await notes().delete('a')).toBe(true);
    await reopen();
    expect(names()).toEqual([]);
    expect(await notes().load('a')).toBe(null);
  });

  it('refuses a file that was cut or forged, lists the others, and deletes it', async () => {
    for (const id of ['whole', 'cut', 'forged'])
      await notes().save(id, { text: 'b', stage: 's' }, 0);
    const cut = join(directory, 'cut.json');
    writeFileSync(cut, readFileSync(cut, 'utf8').slice(0, 60));
    const forged = join(directory, 'forged.json');
    const text = readFileSync(forged, 'utf8');
    writeFileSync(forged, text.replace('"stage"', '"messages": ["hello"], "stage"'));
    for (const id of ['cut', 'forged']) {
      await expect(notes().load(id)).rejects.toMatchObject({ kind: 'damaged' });
      expect((await notes().list()).map((each) => each.id)).not.toContain(id);
      expect(await notes().delete(id)).toBe(true);
    }
    expect(names()).toEqual(['whole.json']);
  });

  it('leaves files alone that are no records', async () => {
    writeFileSync(join(directory, 'My Notes.json.tmp'), 'mine');
    await reopen();
    expect(holding(directory, 'mine')).toEqual(['My Notes.json.tmp']);
    expect(await notes().list()).toEqual([]);
  });

  it('belongs to one process', async () => {
    await expect(openRecords(directory)).rejects.toMatchObject({ kind: 'locked' });
  });

  it('keeps nothing of a save that the disk refused', async () => {
    opened.close();
    const failing = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    opened = await openRecords(directory, { rename: () => Promise.reject(failing) });
    const save = notes().save('a', { text: 'lost', stage: 's' }, 0);
    await expect(save).rejects.toMatchObject({ kind: 'unavailable' });
    expect(names()).toEqual([]);
    expect(await notes().load('a')).toBe(null);
  });
});
