import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { newResearch, RESEARCH } from '#graph/agents/research/record';

import { readConfig } from './config.ts';
import { openStorage } from './open-storage.ts';
import { readCommandLine } from './start-options.ts';

const OWNER = '3f2b8a54-6c1e-4d8e-9a77-0123456789ab';

let root: string;
const dataIn = (name: string) => readConfig({ DATA_DIR: join(root, name) });
const records = () => join(root, 'records');
const json = () => readdirSync(records()).filter((name) => name.includes('.json'));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'records-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('--records DIR', () => {
  it('keeps records as files that the next start reads, recovers and erases', async () => {
    const first = await openStorage(dataIn('a'), records());
    await first.records.of(RESEARCH, OWNER).save('a1', newResearch('What does it cost?'), 0);
    await first.close();
    expect(json()).toEqual(['a1.json']);
    writeFileSync(join(records(), 'a1.json.tmp'), '{"kind": "resea');
    const second = await openStorage(dataIn('a'), records());
    expect(json()).toEqual(['a1.json']);
    expect(await second.records.of(RESEARCH, OWNER).load('a1')).toMatchObject({ version: 1 });
    expect(await second.records.deleteAll(OWNER)).toBe(1);
    expect(json()).toEqual([]);
    await second.close();
  });

  it('is refused where another server uses the directory, which leaves its database free', async () => {
    const first = await openStorage(dataIn('a'), records());
    await expect(openStorage(dataIn('b'), records())).rejects.toMatchObject({ kind: 'locked' });
    const other = await openStorage(dataIn('b'));
    await other.close();
    await first.close();
  });

  it('is read from the command line, and needs a directory', () => {
    expect(readCommandLine(['--records', 'work'])).toMatchObject({ recordsDir: 'work' });
    expect(readCommandLine([])).not.toHaveProperty('recordsDir');
    expect(() => readCommandLine(['--records', ' '])).toThrow('Name one.');
    expect(() => readCommandLine(['--records'])).toThrow('--records DIR');
  });
});
