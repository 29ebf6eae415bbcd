import { isRecordId, MAX_RECORDS, type RecordKind } from '#graph/work/records';

import { StorageError } from './storage-error.ts';

/** Throws `invalid` unless it is the id of a record. */
export function checkRecordId(id: string): void {
  if (isRecordId(id)) return;
  throw new StorageError(
    'invalid',
    'The id of a record has 1 to 64 lower-case letters and digits, and nothing else.',
  );
}

/** A record as it may be stored, as JSON. Throws `invalid` naming what its kind does not allow. */
export function recordJson<T>(kind: RecordKind<T>, record: T): string {
  const checked = kind.schema.safeParse(record);
  if (checked.success) return JSON.stringify(checked.data);
  const [issue] = checked.error.issues;
  throw new StorageError(
    'invalid',
    `A ${kind.name} record cannot hold that: ${[...(issue?.path ?? []), issue?.message].join(' ')}.`,
  );
}

/** The record in a stored value. Throws `damaged` when its kind does not allow it. */
export function readRecord<T>(kind: RecordKind<T>, id: string, stored: unknown): T {
  const checked = kind.schema.safeParse(stored);
  if (checked.success) return checked.data;
  throw damagedRecord(id);
}

export function damagedRecord(id: string, cause?: unknown): StorageError {
  return new StorageError(
    'damaged',
    `The record ${id} does not read as it was written. Delete it, or restore it from a backup.`,
    { cause },
  );
}

export function staleRecord(id: string): StorageError {
  return new StorageError(
    'conflict',
    `The record ${id} has been changed or deleted since it was read. Read it again.`,
  );
}

/** Throws `too-many` where an owner has as many records as there may be. */
export function checkRecordCount(count: number): void {
  if (count < MAX_RECORDS) return;
  throw new StorageError(
    'too-many',
    `There are ${MAX_RECORDS.toLocaleString('en')} records already. Delete some first.`,
  );
}
