import { DatabaseSync } from 'node:sqlite';
import { StorageError } from '../storage-error.ts';

/**
 * Makes this process the only writer of a data directory until the returned function is called.
 *
 * The lock is the operating system's, held through an open exclusive transaction on `file`, an empty
 * side file that is there already. It ends with the process, however that ends, so a lock can never be left behind.
 *
 * Throws `locked` when another process (or another part of this one) holds it.
 */
export function lockDirectory(directory: string, file: string): () => void {
  const holder = new DatabaseSync(file, { timeout: 0 });
  try {
    holder.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    holder.close();
    throw new StorageError(
      'locked',
      `Another process is using ${directory}. Stop it, or give this one a data directory of its own (DATA_DIR).`,
      { cause },
    );
  }
  return () => {
    holder.close();
  };
}
