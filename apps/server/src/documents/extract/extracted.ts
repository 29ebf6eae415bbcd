import type { DocumentFormat } from '#graph/work/documents';

/** How much of a file is read. docs/research.md lists these. */
export const DOCUMENT_LIMITS = {
  /** Bytes of a file. */
  bytes: 16 * 1024 * 1024,
  /** Pages of a PDF. */
  pages: 500,
  /** Bytes that the parts of a Word file may have when unpacked. */
  unpackedBytes: 64 * 1024 * 1024,
  /** UTF-16 units of the text in a file. */
  length: 1_000_000,
  /** Time that reading it may take, in milliseconds. */
  milliseconds: 30_000,
} as const;

/** A file as it is handed to the extraction. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The text that was found in a file. */
export interface Extracted {
  readonly format: DocumentFormat;
  readonly extractor: string;
  readonly text: string;
  readonly pages?: number;
}

/** Why a file was not taken, in a sentence for whoever sent it. */
export interface Refused {
  readonly refused: 'too-large' | 'unreadable';
  readonly sentence: string;
}

export function refused(why: Refused['refused'], sentence: string): Refused {
  return { refused: why, sentence };
}
