import { DestroyRef, inject, Injectable, signal } from '@angular/core';

/** From this width on, memory stands in the margin; below it, memory is a sheet. */
const MARGIN_QUERY = '(min-width: 840px)';

/** What the page's width allows. */
@Injectable({ providedIn: 'root' })
export class Viewport {
  readonly #query = window.matchMedia(MARGIN_QUERY);
  readonly #hasMargin = signal(this.#query.matches);
  /** Whether there is room for a margin beside the conversation. */
  readonly hasMargin = this.#hasMargin.asReadonly();

  constructor() {
    const update = () => this.#hasMargin.set(this.#query.matches);
    this.#query.addEventListener('change', update);
    inject(DestroyRef).onDestroy(() => this.#query.removeEventListener('change', update));
  }
}
