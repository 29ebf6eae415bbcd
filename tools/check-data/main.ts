/**
 * Reads all that is stored in DATA_DIR, while a server runs or while none does, and names what is
 * damaged. Ends with status 1 when anything is.
 */
import { resolve } from 'node:path';

import { readConfig, StartError } from '#server/config';
import { StorageError } from '#server/storage/storage-error';

import { checkData } from './check-data.ts';

try {
  const dataDir = resolve(readConfig(process.env).dataDir);
  const { damage, threads, items } = checkData(dataDir);
  for (const finding of damage) console.log(`Damaged: ${finding}`);
  if (damage.length === 0)
    console.log(
      `${dataDir} is whole: ${threads} conversations, ${items} rows of memory and store.`,
    );
  else process.exitCode = 1;
} catch (error) {
  if (!(error instanceof StorageError || error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
