import { inject, Injectable, signal } from '@angular/core';

import { toTransportError } from '../../transport/transport-error';
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
    }
  | { readonly kind: 'undone'; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Forgets single lines, and takes that back. */
@Injectable({ providedIn: 'root' })
export class Forgetting {
  readonly #stored = inject(StoredMemory);
  readonly #outcome = signal<ForgetOutcome | undefined>(undefined);
  readonly outcome = this.#outcome.asReadonly();

  async forget({ text, occurrence }: StoredLine): Promise<void> {
    const view = this.#stored.view();
    if (view.status !== 'content') return;
    const place = { line: text, occurrence, basedOn: view.memory.sha256 };
    await this.#tell(async () => {
      const { revision, sha256 } = await this.#stored.change((api) => api.forget(place));
      return { kind: 'forgotten', text, before: revision - 1, basedOn: sha256 };
    });
  }

  /** Brings the line back as a new revision, if nobody has written since. */
  async undo(): Promise<void> {
    const outcome = this.#outcome();
    if (outcome?.kind !== 'forgotten') return;
    const { basedOn, before, text } = outcome;
    await this.#tell(async () => {
      await this.#stored.change((api) => api.restore(before, basedOn));
      return { kind: 'undone', text };
    });
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
