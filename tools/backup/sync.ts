import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Resolves nothing before a file's content, or a directory's list of names, is on the disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
