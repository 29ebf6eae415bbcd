import { DestroyRef, inject, Injectable, InjectionToken, signal } from '@angular/core';

import type { MemoryScope } from '#contract/scope';

import {
  createBrowserScope,
  type Admission,
  type BrowserScope,
  type Move,
  type ScopeSnapshot,
} from './browser-scope';

/** The identity of this page load, taken from the real browser unless a test provides another. */
export const BROWSER_SCOPE = new InjectionToken<BrowserScope>('browser scope', {
  providedIn: 'root',
  factory: () =>
    createBrowserScope({
      openStorage: () => window.localStorage,
      // Missing on plain http over a network, whatever the type says.
      createId: 'randomUUID' in crypto ? () => crypto.randomUUID() : undefined,
      onStorageEvent: (listener) => {
        window.addEventListener('storage', listener);
        return () => window.removeEventListener('storage', listener);
      },
    }),
});

/** The browser scope as a signal. */
@Injectable({ providedIn: 'root' })
export class Scope {
  readonly #browserScope = inject(BROWSER_SCOPE);
  readonly #snapshot = signal<ScopeSnapshot>(this.#browserScope.snapshot());
  readonly snapshot = this.#snapshot.asReadonly();

  constructor() {
    this.#browserScope.subscribe((snapshot) => this.#snapshot.set(snapshot));
    inject(DestroyRef).onDestroy(() => this.#browserScope.dispose());
  }

  /** Checks the stored identity again; ask immediately before every authoring action. */
  admit(): Admission {
    return this.#browserScope.admit();
  }

  /** Puts another identity into this browser's storage; this page is blocked by that. */
  moveTo(scope: MemoryScope): Move {
    return this.#browserScope.moveTo(scope);
  }
}
