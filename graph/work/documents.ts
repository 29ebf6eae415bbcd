/** A document that an owner has given to the server, without its text. */
export interface DocumentEntry {
  readonly id: string;
  /** The file's name. */
  readonly name: string;
  readonly format: DocumentFormat;
  /** Size of the file, in bytes. */
  readonly bytes: number;
  /** Undefined where the format has none. */
  readonly pages: number | undefined;
  /** Length of its text, in UTF-16 units. */
  readonly length: number;
  /** SHA-256 of the text's UTF-8, in lowercase hex. */
  readonly hash: string;
  /** What read the text out of the file, with its version. */
  readonly extractor: string;
  readonly addedAt: Date;
}

export const DOCUMENT_FORMATS = ['text', 'markdown', 'html', 'pdf', 'docx'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** Part of a document: `document.text.slice(start, end)`, in UTF-16 units. */
export interface DocumentPassage {
  readonly document: DocumentEntry;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One owner's documents, as assistants read them. */
export interface OwnerDocuments {
  /** The document with its text; null when there is none of that id. Throws `damaged`. */
  read(id: string): Promise<(DocumentEntry & { readonly text: string }) | null>;
  /** The passages that most probably answer a question, best first. */
  search(question: string, limit: number): Promise<readonly DocumentPassage[]>;
}
