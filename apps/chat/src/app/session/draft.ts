import { signal } from '@angular/core';

/** What the person is typing. Kept apart from the conversation, so that typing re-renders nothing else. */
export class Draft {
  readonly #text = signal('');
  readonly text = this.#text.asReadonly();

  /** Replaces the text as the person edits it. */
  write(text: string): void {
    this.#text.set(text);
  }

  /** Gives words back that got no answer, unless the person has begun to write others. */
  giveBack(text: string): void {
    if (this.#text().trim() === '') this.#text.set(text);
  }

  /** Empties the draft if it still holds these very words. */
  take(text: string): void {
    if (this.#text().trim() === text.trim()) this.#text.set('');
  }
}
