import type { MatchRange, Speaker } from '#contract/conversation';

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

/** A piece of literal text, and what in it was looked for. */
export interface MarkedText {
  readonly text: string;
  readonly matches: readonly MatchRange[];
}

/** A message in its place in a conversation. */
export interface Turn {
  readonly messageId: string;
  readonly speaker: Speaker;
  /** When it was said, to the second. */
  readonly saidAt: Date;
}

/** A message in which something was found, and its surroundings there. */
export interface FoundTurn extends Turn {
  readonly excerpt: MarkedText;
}

export interface ConversationHit extends Conversation {
  /** Where in the title the words stand, if a person gave the title and they are in it. */
  readonly titleMatches: readonly MatchRange[];
  /** Messages in which the words stand, those that fit best first; the rest is only counted. */
  readonly turns: readonly FoundTurn[];
  readonly turnCount: number;
  /** Whether all that was looked for is in the conversation; else it is one of the closest. */
  readonly whole: boolean;
}

/** What is to be remembered of past conversations. */
export interface RecallQuery {
  /** One question, in one or several wordings. */
  readonly wordings: readonly string[];
  /** Only what was said from then on, and before then. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  readonly limit: number;
  /** The conversation in which is asked: of it only these messages are found. */
  readonly asking: { readonly threadId: string; readonly messageIds: ReadonlySet<string> };
}

/** A message, and how many of its neighbours are wanted. */
export interface Neighbourhood {
  readonly threadId: string;
  readonly messageId: string;
  readonly before: number;
  readonly after: number;
  readonly asking: RecallQuery['asking'];
}

/** A message as it is told elsewhere. */
export interface RecalledTurn extends Turn {
  readonly threadId: string;
  /** The title of its conversation. */
  readonly title: string | undefined;
  readonly text: string;
  /** Where in the text the words of the question stand. */
  readonly matches: readonly MatchRange[];
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
   * Conversations in which every word of `words` begins a word, or is a form of one, of the title, of
   * what a person or the agent said in the newest state, or of an attached file. Where there is none,
   * those that come closest. The best are first. Words are data: no search syntax is read out of them.
   */
  search(owner: string, words: string, query: PageQuery): Promise<Page<ConversationHit>>;
  /**
   * The messages that most probably answer a question, best first. Of conversations that are temporary,
   * have memory off or are left out of recall there is none.
   */
  recall(owner: string, query: RecallQuery): Promise<RecalledTurn[]>;
  /**
   * A message and its neighbours, in order, so many before and after it; nothing where `recall` would
   * not find it either.
   */
  neighbours(owner: string, message: Neighbourhood): Promise<RecalledTurn[]>;
  /** Makes the search index anew, of every owner. How many conversations it holds. */
  reindex(): Promise<number>;
}
