import { z } from 'zod';

import type {
  AssistantRow,
  AssistantSettings,
  AssistantTable,
  AssistantVersion,
} from '../assistants.ts';
import { StorageError } from '../storage-error.ts';
import { unlessDamaged } from './damage/unless-damaged.ts';
import type { Database } from './database.ts';
import { integer, text, type Row } from './row.ts';

const fields = z.record(z.string(), z.unknown());
const stored = z.object({
  graphId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  config: fields,
  context: fields,
  metadata: fields,
});

const KEY = 'owner = ? AND assistant = ?';
const INSERT_VERSION =
  'INSERT INTO assistant_version (owner, assistant, version, created_at, body) VALUES (?, ?, ?, ?, ?)';

/** Assistants in SQLite; every call is one transaction. */
export class SqliteAssistants implements AssistantTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  create(
    owner: string,
    assistantId: string,
    settings: AssistantSettings,
    ifExists: 'raise' | 'do-nothing',
  ): Promise<AssistantRow> {
    const body = JSON.stringify(settings);
    return this.#db.write(() => {
      const now = Date.now();
      const made = this.#db.run(
        `INSERT INTO assistant (owner, id, created_at, updated_at, version) VALUES (?, ?, ?, ?, 1)
         ON CONFLICT (owner, id) DO NOTHING`,
        ...[owner, assistantId, now, now],
      );
      if (made > 0) this.#db.run(INSERT_VERSION, owner, assistantId, 1, now, body);
      const row =
        made > 0 || ifExists === 'do-nothing' ? this.#find(owner, assistantId) : undefined;
      if (row) return row;
      throw new StorageError('conflict', `You have an assistant ${assistantId} already.`);
    });
  }

  get(owner: string, assistantId: string): Promise<AssistantRow | undefined> {
    return Promise.try(() => this.#find(owner, assistantId));
  }

  update(
    owner: string,
    assistantId: string,
    settings: AssistantSettings,
    keep: number,
  ): Promise<AssistantRow> {
    const body = JSON.stringify(settings);
    return this.#db.write(() => {
      const newest = this.#versions(owner, assistantId)[0];
      if (newest === undefined)
        throw new StorageError('not-found', `You have no assistant ${assistantId}.`);
      const version = newest.version + 1;
      this.#db.run(INSERT_VERSION, owner, assistantId, version, Date.now(), body);
      this.#db.run(
        `DELETE FROM assistant_version WHERE ${KEY} AND version <= ?`,
        ...[owner, assistantId, version - keep],
      );
      return this.#use(owner, assistantId, version);
    });
  }

  use(owner: string, assistantId: string, version: number): Promise<AssistantRow | undefined> {
    return this.#db.write(() => {
      const there = this.#versions(owner, assistantId).some((each) => each.version === version);
      return there ? this.#use(owner, assistantId, version) : undefined;
    });
  }

  list(owner: string): Promise<AssistantRow[]> {
    return Promise.try(() =>
      this.#db
        .all('SELECT * FROM assistant WHERE owner = ? ORDER BY created_at, id', owner)
        .flatMap((row) => unlessDamaged(() => this.#read(row)) ?? []),
    );
  }

  versions(owner: string, assistantId: string): Promise<AssistantVersion[]> {
    return Promise.try(() => this.#versions(owner, assistantId));
  }

  delete(owner: string, assistantId: string): Promise<boolean> {
    return this.#db.erase(
      () =>
        this.#db.run('DELETE FROM assistant WHERE owner = ? AND id = ?', owner, assistantId) > 0,
    );
  }

  #use(owner: string, assistantId: string, version: number): AssistantRow {
    this.#db.run(
      'UPDATE assistant SET version = ?, updated_at = ? WHERE owner = ? AND id = ?',
      ...[version, Date.now(), owner, assistantId],
    );
    const row = this.#find(owner, assistantId);
    if (row) return row;
    throw new StorageError('not-found', `You have no assistant ${assistantId}.`);
  }

  #find(owner: string, assistantId: string): AssistantRow | undefined {
    const row = this.#db.get(
      'SELECT * FROM assistant WHERE owner = ? AND id = ?',
      ...[owner, assistantId],
    );
    return row && this.#read(row);
  }

  /** Throws `damaged`. */
  #read(row: Row): AssistantRow {
    const owner = text(row, 'owner');
    const assistantId = text(row, 'id');
    const version = integer(row, 'version');
    const used = this.#db.get(
      `SELECT * FROM assistant_version WHERE ${KEY} AND version = ?`,
      ...[owner, assistantId, version],
    );
    if (!used || !this.#db.damage.isIntact('assistant', row)) throw damaged(assistantId);
    return {
      ...this.#readVersion(used),
      owner,
      createdAt: new Date(integer(row, 'created_at')),
      updatedAt: new Date(integer(row, 'updated_at')),
    };
  }

  #versions(owner: string, assistantId: string): AssistantVersion[] {
    return this.#db
      .all(
        `SELECT * FROM assistant_version WHERE ${KEY} ORDER BY version DESC`,
        ...[owner, assistantId],
      )
      .map((row) => this.#readVersion(row));
  }

  /** Throws `damaged`. */
  #readVersion(row: Row): AssistantVersion {
    const assistantId = text(row, 'assistant');
    if (!this.#db.damage.isIntact('assistant_version', row)) throw damaged(assistantId);
    return {
      ...stored.parse(JSON.parse(text(row, 'body'))),
      assistantId,
      version: integer(row, 'version'),
      createdAt: new Date(integer(row, 'created_at')),
    };
  }
}

function damaged(assistantId: string): StorageError {
  return new StorageError(
    'damaged',
    `The stored assistant ${assistantId} is damaged. Restore the database from a backup, or delete the assistant.`,
  );
}
