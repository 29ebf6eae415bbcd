import { signal } from '@angular/core';

import { toTransportError, type TransportError } from '../../transport/transport-error';
import type { Conversation } from './conversation';

/** How long a deletion can be taken back, in milliseconds. */
export const UNDO_WINDOW_MS = 6_000;

/** What deletions need of their surroundings. */
export interface DeletionsDeps {
  /** Calls back after so many milliseconds; returns what prevents it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** Erases for good. */
  readonly erase: (threadId: string) => Promise<void>;
  readonly onErased: (threadId: string) => void;
  /** The conversation is still there. */
  readonly onFailed: (conversation: Conversation, error: TransportError) => void;
}

/**
 * Deletions that can be taken back: a conversation is out of sight at once, and erased when its
 * undo window has passed or the page is left.
 */
export class Deletions {
  readonly #deps: DeletionsDeps;
  readonly #timers = new Map<string, () => void>();
  readonly #undoable = signal<readonly Conversation[]>([]);
  /** Those that can still be taken back, oldest first. */
  readonly undoable = this.#undoable.asReadonly();
  readonly #hidden = signal<ReadonlySet<string>>(new Set());
  /** Thread ids that are not to be shown: deleted, whether or not for good yet. */
  readonly hidden = this.#hidden.asReadonly();

  constructor(deps: DeletionsDeps) {
    this.#deps = deps;
  }

  /** Takes a conversation out of sight and begins its undo window. */
  delete(conversation: Conversation): void {
    const { threadId } = conversation;
    if (this.#hidden().has(threadId)) return;
    this.#hidden.update((ids) => new Set(ids).add(threadId));
    this.#undoable.update((all) => [...all, conversation]);
    const cancel = this.#deps.after(UNDO_WINDOW_MS, () => void this.#erase(conversation));
    this.#timers.set(threadId, cancel);
  }

  /** Brings a conversation back. Whether that was still possible. */
  undo(threadId: string): boolean {
    if (!this.#close(threadId)) return false;
    this.#show(threadId);
    return true;
  }

  /** Erases now whatever can still be taken back: the page is being left. */
  flush(): void {
    for (const conversation of this.#undoable()) void this.#erase(conversation);
  }

  async #erase(conversation: Conversation): Promise<void> {
    const { threadId } = conversation;
    if (!this.#close(threadId)) return;
    try {
      await this.#deps.erase(threadId);
      this.#deps.onErased(threadId);
    } catch (error) {
      this.#show(threadId);
      this.#deps.onFailed(conversation, toTransportError(error));
    }
  }

  /** Ends the undo window; false when it has ended already. */
  #close(threadId: string): boolean {
    this.#timers.get(threadId)?.();
    this.#undoable.update((all) => all.filter((each) => each.threadId !== threadId));
    return this.#timers.delete(threadId);
  }

  #show(threadId: string): void {
    this.#hidden.update((ids) => new Set([...ids].filter((id) => id !== threadId)));
  }
}
