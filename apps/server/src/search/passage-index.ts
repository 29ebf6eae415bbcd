import type { Passage } from './passage.ts';

/** Where a word stands in one conversation. */
export interface Posting {
  readonly thread: number;
  /** Places of the passages that hold it, in order. */
  readonly places: readonly number[];
}

/** What is known of one owner's passages, and of no other's: the ranking has nothing else to go by. */
export interface PassageIndex {
  readonly passages: number;
  /** Words in all passages together. */
  readonly words: number;
  /** Known words with that beginning, in order. */
  wordsBeginning(beginning: string): readonly string[];
  /** Conversations that hold the word; each at most once. */
  postings(word: string): readonly Posting[];
  /** Passages of a conversation with places in that range, both ends included, in order. */
  read(thread: number, from: number, to: number): readonly Passage[];
}
