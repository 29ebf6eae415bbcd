import { Injectable, signal } from '@angular/core';

/** Asks for the caret to be put where the person writes, by those who are about to go away. */
@Injectable({ providedIn: 'root' })
export class ComposerFocus {
  readonly #asked = signal(0);
  /** How often it was asked for. */
  readonly asked = this.#asked.asReadonly();

  request(): void {
    this.#asked.update((count) => count + 1);
  }
}
