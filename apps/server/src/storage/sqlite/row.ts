import { StorageError } from '../storage-error.ts';
import type { Row } from './damage/row-sum.ts';

export type { Row };

/** Reads a TEXT column. Throws `damaged` when it holds anything else. */
export function text(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : wrongColumn(column);
}

/** Reads a TEXT column that may be NULL. Throws `damaged` when it holds anything else. */
export function textOrUndefined(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : text(row, column);
}

/** Reads an INTEGER column. Throws `damaged` when it holds anything else. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  return typeof value === 'number' ? value : wrongColumn(column);
}

/** Reads an INTEGER column that may be NULL. Throws `damaged` when it holds anything else. */
export function integerOrUndefined(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : integer(row, column);
}

function wrongColumn(column: string): never {
  throw new StorageError(
    'damaged',
    `The database row holds an unexpected ${column}. Restore the database from a backup.`,
  );
}
