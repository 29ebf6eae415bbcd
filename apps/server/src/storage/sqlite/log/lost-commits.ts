import { join } from 'node:path';

import { currentBoot, MARK_FILE, readMark } from './commit-mark.ts';
import { scanLog } from './scan-log.ts';

/**
 * What is lost of the write-ahead log of a database that no process has open; undefined when all
 * that was committed can be read.
 *
 * A log may end in frames that do not read: those of a write that the death of the process cut, and,
 * after a loss of power, commits that were not synced (events). What the mark says was committed,
 * and is not of those, is lost only by damage.
 */
export function lostCommits(directory: string, databaseFile: string): string | undefined {
  const scan = scanLog(join(directory, `${databaseFile}-wal`));
  if (scan.headerDamaged) return 'the header of its write-ahead log is not as it was written';
  const mark = readMark(join(directory, MARK_FILE));
  if (mark === undefined) return scan.lostCommit ? LOST : undefined;
  const boot = currentBoot();
  const powerStayed = boot !== '' && boot === mark.boot;
  const expected = powerStayed ? mark.committed : mark.synced;
  if (expected === 0) return undefined;
  if (scan.salts === undefined) return 'its write-ahead log is missing or empty';
  // With other salts the log was begun anew after all that the mark speaks of was in the database.
  return scan.salts === mark.salts && scan.frames < expected ? LOST : undefined;
}

const LOST =
  'its write-ahead log holds changes that were acknowledged and cannot be read any more, behind a damaged one';
