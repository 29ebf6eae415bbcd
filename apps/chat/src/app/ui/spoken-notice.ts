import { DestroyRef, DOCUMENT, inject, Injectable } from '@angular/core';

/** Tells a screen reader something politely, once, that the page shows where it happened. */
@Injectable({ providedIn: 'root' })
export class SpokenNotice {
  readonly #document = inject(DOCUMENT);
  readonly #destroyRef = inject(DestroyRef);
  #region: HTMLElement | undefined;

  say(text: string): void {
    this.#region ??= this.#create();
    // The same words again are told again only as a new node.
    const words = this.#document.createElement('span');
    words.textContent = text;
    this.#region.replaceChildren(words);
  }

  #create(): HTMLElement {
    const region = this.#document.createElement('div');
    region.className = 'visually-hidden';
    region.setAttribute('role', 'status');
    this.#document.body.append(region);
    this.#destroyRef.onDestroy(() => region.remove());
    return region;
  }
}
