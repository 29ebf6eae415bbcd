import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isScope } from '#contract/scope';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { identityFile, readIdentity, writeIdentity } from './identity.ts';

const BROWSERS = '3f2b8a54-6c1e-4d8e-9a77-0123456789ab';
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-'));
  file = join(folder, 'deep', 'identity');
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

it('is made once, for its owner alone; calls at once agree', async () => {
  const made = await Promise.all([1, 2, 3, 4].map(() => readIdentity(file)));
  expect(new Set(made).size).toBe(1);
  expect(isScope(made[0])).toBe(true);
  expect(await modeOf(file)).toBe('600');
});

it('can be a browser’s own, by its recovery text', async () => {
  await readIdentity(file);
  await writeIdentity(file, ` ${BROWSERS}\n`);
  expect(await readIdentity(file)).toBe(BROWSERS);
  expect(await modeOf(file)).toBe('600');
});

it('is not replaced by what is no recovery text', async () => {
  const before = await readIdentity(file);
  await expect(writeIdentity(file, BROWSERS.toUpperCase())).rejects.toThrow(/no recovery text/);
  expect(await readIdentity(file)).toBe(before);
});

it('is not used when others can read it, nor when it holds something else', async () => {
  await readIdentity(file);
  await chmod(file, 0o644);
  await expect(readIdentity(file)).rejects.toThrow(/chmod 600/);
  await chmod(file, 0o600);
  await writeFile(file, 'something else');
  await expect(readIdentity(file)).rejects.toThrow(/holds no recovery text/);
  expect(await readFile(file, 'utf8')).toBe('something else');
});

it.each([
  [{ THROUGHLINE_IDENTITY: '/a/b' }, '/a/b'],
  [{ XDG_CONFIG_HOME: '/c' }, '/c/throughline/identity'],
])('is kept where %j says', (env, path) => {
  expect(identityFile(env)).toBe(path);
});
