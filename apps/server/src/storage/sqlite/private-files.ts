import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** How the names of our files begin: the database, its log and index, the lock, replaced databases. */
const OURS = 'throughline.';

/** What others than the owner may do with a file. */
const OTHERS = 0o077;

/**
 * Takes from others what they could do with the files of a data directory, and with the directory
 * where nothing else lies in it. Replies a sentence for whatever stays open.
 */
export function makePrivate(directory: string): string[] {
  const names = readdirSync(directory);
  const files = names.filter((name) => name.startsWith(OURS)).map((name) => join(directory, name));
  const open = files.filter((path) => !closed(path, 0o600));
  const isOurs = names.every((name) => name.startsWith(OURS));
  if (isOurs ? !closed(directory, 0o700) : isOpen(directory)) open.push(directory);
  return open.map(
    (path) => `Other users of this machine can read ${path}. Change its permissions.`,
  );
}

function isOpen(path: string): boolean {
  return (statSync(path).mode & OTHERS) !== 0;
}

/** Whether nobody else can use it, after an attempt to see to that. */
function closed(path: string, mode: number): boolean {
  if (!isOpen(path)) return true;
  try {
    chmodSync(path, mode);
  } catch {
    // It belongs to somebody else, or the file system knows no such permissions: that is told.
    return false;
  }
  return !isOpen(path);
}
