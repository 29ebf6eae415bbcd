import { StorageError } from '../../storage-error.ts';

/** What `read` gives, or undefined where it meets damage: a list does without, and goes on. */
export function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof StorageError && error.kind === 'damaged') return undefined;
    throw error;
  }
}
