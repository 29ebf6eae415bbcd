import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { makePrivate } from './private-files.ts';
import { openSqliteStorage } from './sqlite-storage.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'private-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('a database that others could read is theirs no more once it is opened', async () => {
  await (await openSqliteStorage(directory)).close();
  writeFileSync(join(directory, 'throughline.replaced-1.db'), 'x');
  for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o666);
  chmodSync(directory, 0o755);
  const storage = await openSqliteStorage(directory);
  const names = readdirSync(directory);
  expect(names).toEqual(expect.arrayContaining(['throughline.db', 'throughline.db-wal']));
  expect(names.map((name) => modeOf(join(directory, name)))).toEqual(names.map(() => '600'));
  expect(modeOf(directory)).toBe('700');
  await storage.close();
});

it('a directory that holds other things is left as it is, and told', () => {
  writeFileSync(join(directory, 'other'), 'x');
  chmodSync(join(directory, 'other'), 0o644);
  chmodSync(directory, 0o755);
  expect(makePrivate(directory)).toEqual([
    `Other users of this machine can read ${directory}. Change its permissions.`,
  ]);
  expect([modeOf(directory), modeOf(join(directory, 'other'))]).toEqual(['755', '644']);
});
