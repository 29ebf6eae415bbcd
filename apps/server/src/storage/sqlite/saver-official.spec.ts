import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from '@langchain/langgraph-checkpoint-validation';
import * as vitest from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { SqliteSaver } from './saver.ts';

/**
 * The library's own suite for savers.
 *
 * One of its tests wants a channel value to be dropped when `newVersions` does not name its channel,
 * though the value is in the checkpoint and no earlier checkpoint holds it. Ours keeps it: copying
 * a checkpoint (`updateState(config, null, '__copy__')`) hands over the values just so, and they
 * would be lost. MemorySaver and the library's SqliteSaver are exempt from it as well. It is run
 * as a test that must fail, so that a change on either side is noticed.
 */
const EXCEPTION = 'should only store channel_values that have changed (based on newVersions)';

const it = new Proxy(vitest.it, {
  apply: (target, self, args: Parameters<typeof vitest.it>) =>
    Reflect.apply(args[0] === EXCEPTION ? target.fails : target, self, args) as unknown,
});
Object.assign(globalThis, vitest, { it });

const databases = new Map<SqliteSaver, { database: Database; directory: string }>();

validate({
  checkpointerName: 'SqliteSaver',
  createCheckpointer() {
    const directory = mkdtempSync(join(tmpdir(), 'saver-'));
    const database = openDatabase(directory);
    const saver = new SqliteSaver(database, 'owner');
    databases.set(saver, { database, directory });
    return saver;
  },
  async destroyCheckpointer(saver) {
    const opened = databases.get(saver);
    databases.delete(saver);
    await opened?.database.close();
    if (opened) rmSync(opened.directory, { recursive: true });
  },
});
