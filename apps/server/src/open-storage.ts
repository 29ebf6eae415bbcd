import type { Config } from './config.ts';
import { openRecords } from './storage/files/open-records.ts';
import { openSqliteStorage } from './storage/sqlite/sqlite-storage.ts';
import type { Storage } from './storage/storage.ts';

/**
 * Opens the database, and beside it a directory of work records where one is named. Both belong to
 * this process alone: a directory that another server uses is refused.
 * Throws StorageError.
 */
export async function openStorage(
  { dataDir, dataBytes }: Pick<Config, 'dataDir' | 'dataBytes'>,
  recordsDir?: string,
): Promise<Storage> {
  const storage = await openSqliteStorage(dataDir, dataBytes);
  if (recordsDir === undefined) return storage;
  try {
    const files = await openRecords(recordsDir);
    return {
      ...storage,
      records: files.records,
      async close() {
        files.close();
        await storage.close();
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}
