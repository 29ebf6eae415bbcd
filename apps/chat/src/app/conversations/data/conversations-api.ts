import type { Conversation, Hit } from './conversation';

export interface PageRequest {
  /** From 1 to 100. */
  readonly limit: number;
  readonly offset: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Whether there are further ones behind these. */
  readonly more: boolean;
}

/**
 * What a person does with conversations as a whole. Every call rejects with a TransportError.
 * Authoring (`rename`, `delete`) asks for admission immediately before its request and is never sent
 * twice; reading works when the scope is blocked.
 */
export interface ConversationsApi {
  list(page: PageRequest): Promise<Page<Conversation>>;
  read(threadId: string): Promise<Conversation>;
  search(words: string, page: PageRequest): Promise<Page<Hit>>;
  /** Gives a title; an empty one brings the first words back. */
  rename(threadId: string, title: string): Promise<void>;
  /** Leaves it out of what the agent finds of past conversations, or takes it in again. */
  leaveOut(threadId: string, leftOut: boolean): Promise<void>;
  /** Erases for good. The request outlives the page. A conversation already gone is no failure. */
  delete(threadId: string): Promise<void>;
}
