import { inject, Injectable, signal } from '@angular/core';

import type { LineOrigin } from '#contract/memory-api';

import { CONVERSATIONS_API } from '../../conversations/data/http-conversations-api';
import { toTransportError, TransportError } from '../../transport/transport-error';
import { ConflictError, type Basis } from './memory-api';
import { StoredMemory } from './stored-memory';
import type { StoredLine } from './stored-lines';

/** What became of the last forgetting. */
export type ForgetOutcome =
  | {
      readonly kind: 'forgotten';
      readonly text: string;
      /** The revision that still held the line. */
      readonly before: number;
      /** The text after it, on which undoing is based. */
      readonly basedOn: Basis;
      /** The conversation in which the line can still be found; undefined where there is none. */
      readonly foundIn: string | undefined;
    }
  /** The conversation it came from is left out of recall from now on, or is in it again. */
  | { readonly kind: 'left-out'; readonly threadId: string }
  | { readonly kind: 'taken-in' }
  | { readonly kind: 'undone'; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Forgets single lines, and takes that back. */
@Injectable({ providedIn: 'root' })
export class Forgetting {
  readonly #stored = inject(StoredMemory);
  readonly #conversations = inject(CONVERSATIONS_API);
  readonly #outcome = signal<ForgetOutcome | undefined>(undefined);
  readonly outcome = this.#outcome.asReadonly();

  async forget({ occurrence, origin, text }: StoredLine): Promise<void> {
    const view = this.#stored.view();
    if (view.status !== 'content') return;
    const place = { line: text, occurrence, basedOn: view.memory.sha256 };
    await this.#tell(async () => {
      const { revision, sha256 } = await this.#stored.change((api) => api.forget(place));
      const foundIn = await this.#conversationOf(origin);
      return { kind: 'forgotten', text, before: revision - 1, basedOn: sha256, foundIn };
    });
  }

  /** Leaves the conversation that the line came from out of recall. */
  async leaveOut(): Promise<void> {
    const outcome = this.#outcome();
    if (outcome?.kind !== 'forgotten' || outcome.foundIn === undefined) return;
    const threadId = outcome.foundIn;
    await this.#tell(async () => {
      await this.#conversations.leaveOut(threadId, true);
      return { kind: 'left-out', threadId };
    });
  }

  /** Brings the line back as a new revision, if nobody has written since; or its conversation into recall. */
  async undo(): Promise<void> {
    const outcome = this.#outcome();
    if (outcome?.kind === 'left-out') {
      await this.#tell(async () => {
        await this.#conversations.leaveOut(outcome.threadId, false);
        return { kind: 'taken-in' };
      });
    }
    if (outcome?.kind !== 'forgotten') return;
    const { basedOn, before, text } = outcome;
    await this.#tell(async () => {
      await this.#stored.change((api) => api.restore(before, basedOn));
      return { kind: 'undone', text };
    });
  }

  /** The conversation that an agent wrote a line in, if what was said there is still to be found. */
  async #conversationOf(origin: LineOrigin | null): Promise<string | undefined> {
    const { kind, thread_id: threadId = null } = origin?.author ?? {};
    if (threadId === null || (kind !== 'agent' && kind !== 'subagent')) return undefined;
    try {
      const { leftOut, temporary } = await this.#conversations.read(threadId);
      return leftOut || temporary ? undefined : threadId;
    } catch (error) {
      // Deleted, or out of reach just now: nothing is claimed of it.
      if (error instanceof TransportError) return undefined;
      throw error;
    }
  }

  dismiss(): void {
    this.#outcome.set(undefined);
  }

  async #tell(change: () => Promise<ForgetOutcome>): Promise<void> {
    try {
      this.#outcome.set(await change());
    } catch (error) {
      const message =
        error instanceof ConflictError
          ? $localize`The memory was changed meanwhile; nothing was written. Look at it again, or restore an earlier version from the history.`
          : toTransportError(error).message;
      this.#outcome.set({ kind: 'failed', message });
      void this.#stored.refresh();
    }
  }
}
