import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStorage } from '../storage-spec.ts';
import { openSqliteStorage } from './sqlite-storage.ts';

describeStorage('SQLite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'storage-'));
  return {
    open: () => openSqliteStorage(directory),
    remove: () => rm(directory, { recursive: true }),
  };
});
