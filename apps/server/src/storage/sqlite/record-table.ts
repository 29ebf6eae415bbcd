import type { RecordKind, RecordStore, StoredRecord, WorkRecords } from '#graph/work/records';

import {
  checkRecordCount,
  checkRecordId,
  damagedRecord,
  readRecord,
  recordJson,
  staleRecord,
} from '../record-checks.ts';
import type { Database } from './database.ts';
import { unlessDamaged } from './damage/unless-damaged.ts';
import { integer, text, type Row } from './row.ts';

const KEY = 'owner = ? AND kind = ? AND id = ?';

/** Work records in the product's own database. */
export class SqliteRecords implements RecordStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  of<T>(kind: RecordKind<T>, owner: string): WorkRecords<T> {
    return new OwnerRecords(this.#db, kind, owner);
  }

  deleteAll(owner: string): Promise<number> {
    return this.#db.erase(() => this.#db.run('DELETE FROM work_record WHERE owner = ?', owner));
  }
}

class OwnerRecords<T> implements WorkRecords<T> {
  readonly #db: Database;
  readonly #kind: RecordKind<T>;
  readonly #owner: string;

  constructor(db: Database, kind: RecordKind<T>, owner: string) {
    this.#db = db;
    this.#kind = kind;
    this.#owner = owner;
  }

  load(id: string): Promise<StoredRecord<T> | null> {
    return Promise.try(() => {
      const row = this.#row(id);
      return row ? this.#read(row) : null;
    });
  }

  async save(id: string, record: T, madeFrom: number): Promise<number> {
    const body = recordJson(this.#kind, record);
    checkRecordId(id);
    return this.#db.write(() => {
      const stored = this.#row(id);
      if ((stored ? integer(stored, 'version') : 0) !== madeFrom) throw staleRecord(id);
      const version = madeFrom + 1;
      if (stored)
        this.#db.run(
          `UPDATE work_record SET version = ?, saved_at = ?, body = ? WHERE ${KEY}`,
          ...[version, Date.now(), body, ...this.#key(id)],
        );
      else {
        checkRecordCount(this.#count());
        this.#db.run(
          `INSERT INTO work_record (owner, kind, id, version, saved_at, body) VALUES (?, ?, ?, ?, ?, ?)`,
          ...[...this.#key(id), version, Date.now(), body],
        );
      }
      return version;
    });
  }

  list(): Promise<StoredRecord<T>[]> {
    return Promise.try(() =>
      this.#db
        .all(
          'SELECT * FROM work_record WHERE owner = ? AND kind = ? ORDER BY saved_at DESC, id',
          this.#owner,
          this.#kind.name,
        )
        .flatMap((row) => unlessDamaged(() => this.#read(row)) ?? []),
    );
  }

  async delete(id: string): Promise<boolean> {
    checkRecordId(id);
    const key = this.#key(id);
    return this.#db.erase(() => this.#db.run(`DELETE FROM work_record WHERE ${KEY}`, ...key) > 0);
  }

  #row(id: string): Row | undefined {
    checkRecordId(id);
    return this.#db.get(`SELECT * FROM work_record WHERE ${KEY}`, ...this.#key(id));
  }

  #read(row: Row): StoredRecord<T> {
    const id = text(row, 'id');
    if (!this.#db.damage.isIntact('work_record', row)) throw damagedRecord(id);
    return {
      id,
      version: integer(row, 'version'),
      savedAt: new Date(integer(row, 'saved_at')),
      record: readRecord(this.#kind, id, JSON.parse(text(row, 'body'))),
    };
  }

  #count(): number {
    const sql = 'SELECT count(*) AS n FROM work_record WHERE owner = ? AND kind = ?';
    return integer(this.#db.get(sql, this.#owner, this.#kind.name) ?? {}, 'n');
  }

  #key(id: string): [owner: string, kind: string, id: string] {
    return [this.#owner, this.#kind.name, id];
  }
}
