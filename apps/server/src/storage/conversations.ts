import type { ThreadRow } from './storage.ts';

/** A thread as a person recognises it. */
export interface Conversation {
  readonly thread: ThreadRow;
  /**
   * The title that a person gave it, else the beginning of what was first said, or the names of files
   * that came without words; undefined while nothing was said.
   */
  readonly title: string | undefined;
  /** When its newest run last changed. Renaming does not count, so that it moves nothing. */
  readonly activeAt: Date;
}

/** Begin and end of a match, in UTF-16 units. */
export type MatchRange = readonly [start: number, end: number];

/** A piece of literal text, and what in it was looked for. */
export interface MarkedText {
  readonly text: string;
  readonly matches: readonly MatchRange[];
}

export interface ConversationHit extends Conversation {
  /** Where in the title the words stand, if a person gave the title and they are in it. */
  readonly titleMatches: readonly MatchRange[];
  /** The message that fits best; undefined when only the title does. */
  readonly excerpt: (MarkedText & { readonly messageId: string }) | undefined;
}

export interface Page<T> {
  readonly total: number;
  readonly items: readonly T[];
}

export interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}

/** Threads by when they were last active, newest first. Another owner's do not exist. */
export interface ConversationTable {
  list(owner: string, query: PageQuery): Promise<Page<Conversation>>;
  get(owner: string, threadId: string): Promise<Conversation | undefined>;
  /**
   * Conversations in which every word of `words` begins a word of the title or of what a person or
   * the agent said in the newest state, or of the name of an attached file. Words are data: no search syntax is read out of them.
   */
  search(owner: string, words: string, query: PageQuery): Promise<Page<ConversationHit>>;
  /** Makes the search index anew, of every owner. How many conversations it holds. */
  reindex(): Promise<number>;
}
