import type { AIMessageChunk } from '@langchain/core/messages';

/** An event on its way to the log. */
export interface DraftEvent {
  readonly event: string;
  /** Without private state. Messages may be objects: the log stores one once, however often told. */
  readonly data: unknown;
  /** A piece of a message, which may be joined with its neighbours before it is written. */
  readonly chunk?: { readonly message: AIMessageChunk; readonly metadata: unknown };
  /** A draft not yet written that this one makes needless: an earlier state of the same message. */
  readonly replaces?: string;
}
