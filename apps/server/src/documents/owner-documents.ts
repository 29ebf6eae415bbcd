import { createHash } from 'node:crypto';

import type { DocumentEntry, DocumentPassage, OwnerDocuments } from '#graph/work/documents';
import { newRecordId } from '#graph/work/records';

import type { DocumentTable, DocumentWithText } from '../storage/documents.ts';
import { extract, search } from './document-pool.ts';
import type { Refused, SentFile } from './extract/extracted.ts';

/** One owner's documents: added, searched and read. */
export class Documents implements OwnerDocuments {
  readonly #table: DocumentTable;
  readonly #owner: string;

  constructor(table: DocumentTable, owner: string) {
    this.#table = table;
    this.#owner = owner;
  }

  /** Keeps the text of a file. Throws `too-many`. */
  async add(file: SentFile): Promise<DocumentEntry | Refused> {
    const bytes = file.bytes.byteLength;
    const extracted = await extract(file);
    if ('refused' in extracted) return extracted;
    const { text, format, extractor, pages } = extracted;
    const entry: DocumentEntry = {
      id: newRecordId(),
      name: file.name,
      format,
      bytes,
      pages,
      length: text.length,
      hash: createHash('sha256').update(text).digest('hex'),
      extractor,
      addedAt: new Date(),
    };
    await this.#table.add(this.#owner, { ...entry, text });
    return entry;
  }

  list(): Promise<DocumentEntry[]> {
    return this.#table.list(this.#owner);
  }

  async read(id: string): Promise<DocumentWithText | null> {
    return (await this.#table.read(this.#owner, id)) ?? null;
  }

  async search(question: string, limit: number): Promise<DocumentPassage[]> {
    const all = await this.#table.readAll(this.#owner);
    if (all.length === 0) return [];
    const documents = all.map(({ name, text, addedAt }) => ({ name, text, at: addedAt.getTime() }));
    const found = await search({ documents, question, limit });
    return found.flatMap(({ document: number, start, end }) => {
      const source = all[number];
      if (!source) return [];
      const { text, ...document } = source;
      return [{ document, start, end, text: text.slice(start, end) }];
    });
  }

  /** Whether there was one. */
  delete(id: string): Promise<boolean> {
    return this.#table.delete(this.#owner, id);
  }
}
