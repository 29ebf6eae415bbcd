import { DOCUMENT_FORMATS, type DocumentEntry } from '#graph/work/documents';

import { DOCUMENT_QUOTA, type DocumentTable, type DocumentWithText } from '../documents.ts';
import { StorageError } from '../storage-error.ts';
import { unlessDamaged } from './damage/unless-damaged.ts';
import type { Database } from './database.ts';
import { integer, integerOrUndefined, text, type Row } from './row.ts';

const KEY = 'owner = ? AND id = ?';

/** Documents in the product's own database: what is known of each, and its text in a row of its own. */
export class SqliteDocuments implements DocumentTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(owner: string, document: DocumentWithText): Promise<void> {
    const { id, name, format, bytes, pages, length, hash, extractor, addedAt } = document;
    return this.#db.write(() => {
      this.#checkQuota(owner, length);
      this.#db.run(
        `INSERT INTO document (owner, id, name, format, bytes, pages, length, hash, extractor, added_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[owner, id, name, format, bytes, pages ?? null, length, hash, extractor],
        addedAt.getTime(),
      );
      const sql = 'INSERT INTO document_text (owner, id, body) VALUES (?, ?, ?)';
      this.#db.run(sql, owner, id, document.text);
    });
  }

  list(owner: string): Promise<DocumentEntry[]> {
    return Promise.try(() => this.#entries(owner).reverse());
  }

  read(owner: string, id: string): Promise<DocumentWithText | undefined> {
    return Promise.try(() => {
      const row = this.#db.get(`SELECT * FROM document WHERE ${KEY}`, owner, id);
      return row && this.#withText(owner, this.#entry(row));
    });
  }

  readAll(owner: string): Promise<DocumentWithText[]> {
    return Promise.try(() =>
      this.#entries(owner).flatMap(
        (entry) => unlessDamaged(() => this.#withText(owner, entry)) ?? [],
      ),
    );
  }

  delete(owner: string, id: string): Promise<boolean> {
    return this.#db.erase(() => {
      this.#db.run(`DELETE FROM document_text WHERE ${KEY}`, owner, id);
      return this.#db.run(`DELETE FROM document WHERE ${KEY}`, owner, id) > 0;
    });
  }

  deleteAll(owner: string): Promise<number> {
    return this.#db.erase(() => {
      this.#db.run('DELETE FROM document_text WHERE owner = ?', owner);
      return this.#db.run('DELETE FROM document WHERE owner = ?', owner);
    });
  }

  /** Oldest first. */
  #entries(owner: string): DocumentEntry[] {
    return this.#db
      .all('SELECT * FROM document WHERE owner = ? ORDER BY added_at, id', owner)
      .flatMap((row) => unlessDamaged(() => this.#entry(row)) ?? []);
  }

  #entry(row: Row): DocumentEntry {
    const id = text(row, 'id');
    if (!this.#db.damage.isIntact('document', row)) throw damaged(id);
    const format = DOCUMENT_FORMATS.find((each) => each === row['format']);
    if (format === undefined) throw damaged(id);
    return {
      id,
      name: text(row, 'name'),
      format,
      bytes: integer(row, 'bytes'),
      pages: integerOrUndefined(row, 'pages'),
      length: integer(row, 'length'),
      hash: text(row, 'hash'),
      extractor: text(row, 'extractor'),
      addedAt: new Date(integer(row, 'added_at')),
    };
  }

  #withText(owner: string, entry: DocumentEntry): DocumentWithText {
    const row = this.#db.get(`SELECT * FROM document_text WHERE ${KEY}`, owner, entry.id);
    if (!row || !this.#db.damage.isIntact('document_text', row)) throw damaged(entry.id);
    return { ...entry, text: text(row, 'body') };
  }

  #checkQuota(owner: string, more: number): void {
    const sql =
      'SELECT count(*) AS n, coalesce(sum(length), 0) AS length FROM document WHERE owner = ?';
    const row = this.#db.get(sql, owner) ?? {};
    const { documents, length } = DOCUMENT_QUOTA;
    if (integer(row, 'n') < documents && integer(row, 'length') + more <= length) return;
    throw new StorageError(
      'too-many',
      `You may have ${documents} documents, with ${length.toLocaleString('en')} characters together. Remove some first.`,
    );
  }
}

function damaged(id: string): StorageError {
  return new StorageError(
    'damaged',
    `The document ${id} does not read as it was written. Remove it and add it again.`,
  );
}
