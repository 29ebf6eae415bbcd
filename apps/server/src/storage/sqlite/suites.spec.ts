import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeConversations } from '../suites/conversations.ts';
import { describeEvents } from '../suites/events.ts';
import { describeOddShapes } from '../suites/odd-shapes.ts';
import type { Place } from '../suites/place.ts';
import { describeRecall } from '../suites/recall.ts';
import { describeRuns } from '../suites/runs.ts';
import { describeSaverAndStore } from '../suites/saver-and-store.ts';
import { describeThreads } from '../suites/threads.ts';
import { openSqliteStorage } from './sqlite-storage.ts';
import { filesHolding } from './testing/files-holding.ts';

const SUITES = [
  describeSaverAndStore,
  describeThreads,
  describeRuns,
  describeEvents,
  describeConversations,
  describeRecall,
  describeOddShapes,
];

for (const describeSuite of SUITES)
  describeSuite('SQLite', (): Place => {
    const directory = mkdtempSync(join(tmpdir(), 'storage-'));
    return {
      open: () => openSqliteStorage(directory),
      holding: (text) => filesHolding(directory, text),
      remove: () => rmSync(directory, { recursive: true }),
    };
  });
