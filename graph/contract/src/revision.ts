import type { MemoryScope } from './scope.ts';
import { isCount, shapeOf } from './shape.ts';

/** Who may write the memory file. `import` is also how text that the gate never saw is taken in. */
export const AUTHOR_KINDS = ['agent', 'subagent', 'person', 'import', 'undo'] as const;
export type AuthorKind = (typeof AUTHOR_KINDS)[number];

/** Who wrote, and from which turn; ids are null where there is none (a person in the panel). */
export interface MemoryAuthor {
  readonly kind: AuthorKind;
  readonly thread_id: string | null;
  readonly run_id: string | null;
  /** The assistant message that asked for the write. */
  readonly message_id: string | null;
  /**
   * Where that message is a subagent's, which no transcript holds: the message of the conversation
   * that set the subagent to work.
   */
  readonly turn_message_id?: string;
  readonly tool_call_id: string | null;
}

/** Lines that a write brought in and took out, blank ones not counted. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

export const isLineCounts = shapeOf<LineCounts>({ added: isCount, removed: isCount });

/** One accepted write of the memory file; append-only, kept beside the file. */
export interface MemoryRevision {
  /** 1 for the first; increases by one and is never used twice for an owner. */
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly written_at: string;
  readonly owner: MemoryScope;
  readonly author: MemoryAuthor;
  /** The whole text after this write; null when the write erased the file. */
  readonly text: string | null;
  /** Size of the text in bytes of UTF-8; 0 when erased. */
  readonly bytes: number;
  /** SHA-256 of the text's UTF-8 in lowercase hex; null when erased. */
  readonly sha256: string | null;
  /** What it changed, by lines; absent in revisions of earlier versions. */
  readonly lines?: LineCounts;
}

/** Which memory a read found. */
export interface MemoryReceipt {
  /** Null when the text in the store is not the one of the newest revision (written by other means). */
  readonly revision: number | null;
  /** Null when there was no file. */
  readonly sha256: string | null;
}

/**
 * What one model call read, kept on its message under `response_metadata` so that an answer can
 * always say which memory it was given. Messages of earlier versions have no time and no number.
 */
export interface ReadReceipt extends MemoryReceipt {
  /** ISO 8601, UTC. */
  readonly read_at?: string;
  /** Which model call of its turn read it: 1 for the first after the person's message. */
  readonly call?: number;
}

/** Key of the ReadReceipt in a message's `response_metadata`. */
export const MEMORY_RECEIPT_KEY = 'memory_read';
