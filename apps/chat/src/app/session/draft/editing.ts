import { signal } from '@angular/core';

/** A message of the person's that is being worded anew. */
export interface Edit {
  readonly messageId: string;
  readonly text: string;
}

/** The one edit that goes on, if any. Like the draft, apart from the conversation's state. */
export class Editing {
  readonly #edit = signal<Edit | undefined>(undefined);
  readonly edit = this.#edit.asReadonly();

  begin(messageId: string, text: string): void {
    this.#edit.set({ messageId, text });
  }

  /** Replaces the wording as the person writes. */
  write(text: string): void {
    this.#edit.update((edit) => edit && { ...edit, text });
  }

  end(): void {
    this.#edit.set(undefined);
  }

  /** Gives back words that were not taken, unless another edit has begun. */
  giveBack(messageId: string, text: string): void {
    this.#edit.update((edit) => edit ?? { messageId, text });
  }
}
