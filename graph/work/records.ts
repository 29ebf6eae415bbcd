import type { ZodType } from 'zod';

/**
 * A kind of work record: a piece of work that survives by itself, with no conversation beside it. Its
 * schema is strict, so that nothing can be stored in a record that the kind does not name.
 */
export interface RecordKind<T> {
  /** Keeps ids of one kind apart from those of another. */
  readonly name: string;
  readonly schema: ZodType<T>;
}

/** A record as it is stored. */
export interface StoredRecord<T> {
  readonly id: string;
  /** Counts the saves, from 1. */
  readonly version: number;
  readonly savedAt: Date;
  readonly record: T;
}

/**
 * One owner's records of one kind. Every method throws an error whose `kind` is `invalid` for an id
 * that is none (see `isRecordId`).
 */
export interface WorkRecords<T> {
  /** Null when there is no such record of this owner. Throws `damaged` for one that does not read. */
  load(id: string): Promise<StoredRecord<T> | null>;
  /**
   * Stores the record whole or not at all, in place of the version that it was made from (0: there is
   * none yet), and replies its new version. Throws `conflict` when that is not the stored one: another
   * tab has saved, or the record was deleted. Throws `invalid` for what the kind does not allow.
   */
  save(id: string, record: T, madeFrom: number): Promise<number>;
  /** Newest first; what does not read is left out. */
  list(): Promise<StoredRecord<T>[]>;
  /** Erases the record, also one that does not read. Whether there was one. */
  delete(id: string): Promise<boolean>;
}

/** The records of every owner and kind. */
export interface RecordStore {
  of<T>(kind: RecordKind<T>, owner: string): WorkRecords<T>;
  /** Erases every record of an owner, of all kinds, also those that do not read. How many there were. */
  deleteAll(owner: string): Promise<number>;
}

/** Most records that an owner may have of a kind. */
export const MAX_RECORDS = 1000;

const ID = /^[a-z0-9]{1,64}$/;

/** Whether a value may be a record's id: lower-case letters and digits, 64 at most. */
export function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

/** An id that nobody can guess. */
export function newRecordId(): string {
  return crypto.randomUUID().replaceAll('-', '');
}
