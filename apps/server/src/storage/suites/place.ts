import type { Storage } from '../storage.ts';

/** One place for data: opening it again, after closing, gives the same data. */
export interface Place {
  open(): Promise<Storage>;
  /** Names of files whose bytes hold a text, in rows or in what is left of deleted ones. */
  holding(text: string): string[];
  /** Removes the data; storage opened on it is closed. */
  remove(): void;
}
