/**
 * `backup FILE` copies the database of DATA_DIR while the server runs; `restore FILE` puts such a
 * copy in its place while none does.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import { readConfig, StartError } from '#server/config';
import { StorageError } from '#server/storage/storage-error';

import { BackupError } from './backup-error.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import type { Contents } from './verify-copy.ts';

const [, , command, name, ...rest] = process.argv;
try {
  const dataDir = resolve(readConfig(process.env).dataDir);
  if (name === undefined || rest.length > 0)
    throw new BackupError(`Name one file: npm run ${command ?? 'backup'} -- FILE`);
  const file = resolve(name);
  if (command === 'backup') {
    const contents = backUp(dataDir, file);
    const megabytes = (statSync(file).size / 1e6).toFixed(1);
    console.log(`${dataDir} is backed up to ${file}: ${megabytes} MB, ${tell(contents)}.`);
  } else if (command === 'restore') {
    const { replaced, ...contents } = restore(dataDir, file, new Date());
    console.log(`${file} is restored to ${dataDir}: ${tell(contents)}.`);
    if (replaced !== undefined) console.log(`What was there before is kept as ${replaced}.`);
  } else throw new BackupError('The commands are backup and restore.');
} catch (error) {
  const expected = [BackupError, StorageError, StartError].some((kind) => error instanceof kind);
  if (!expected) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}

function tell({ conversations, items }: Contents): string {
  return `${conversations} conversations, ${items} rows of memory and store`;
}
