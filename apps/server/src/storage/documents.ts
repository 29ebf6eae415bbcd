import type { DocumentEntry } from '#graph/work/documents';

/** What one owner may have of documents. */
export const DOCUMENT_QUOTA = {
  documents: 100,
  /** UTF-16 units of all their texts together: a search reads them all. */
  length: 4_000_000,
} as const;

export type DocumentWithText = DocumentEntry & { readonly text: string };

/** The texts of owners' documents. The files themselves are not kept. */
export interface DocumentTable {
  /** Throws `too-many` when the owner would then have more than there may be. */
  add(owner: string, document: DocumentWithText): Promise<void>;
  /** Newest first. */
  list(owner: string): Promise<DocumentEntry[]>;
  /** Throws `damaged` when it does not read as it was written. */
  read(owner: string, id: string): Promise<DocumentWithText | undefined>;
  /** Every document that reads, oldest first. */
  readAll(owner: string): Promise<DocumentWithText[]>;
  /** Erases it. Whether there was one. */
  delete(owner: string, id: string): Promise<boolean>;
  /** Erases every document of an owner, also those that do not read. How many there were. */
  deleteAll(owner: string): Promise<number>;
}
