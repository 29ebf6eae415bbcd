/** `npm run reindex` makes the search index of DATA_DIR anew while no server runs. */
import { readConfig, StartError } from './config.ts';
import { openSqliteStorage } from './storage/sqlite/sqlite-storage.ts';
import { StorageError } from './storage/storage-error.ts';

try {
  const storage = await openSqliteStorage(readConfig(process.env).dataDir);
  const conversations = await storage.conversations.reindex();
  await storage.close();
  process.stdout.write(`The search index is made anew: ${conversations} conversations.\n`);
} catch (error) {
  if (!(error instanceof StartError || error instanceof StorageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
