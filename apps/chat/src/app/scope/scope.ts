import { DestroyRef, inject, Injectable, InjectionToken, signal } from '@angular/core';

import type { MemoryScope } from '#contract/scope';

import type { Admission, BrowserScope, Move, ScopeSnapshot } from './browser-scope';

/** The identity of this page load, captured before the page is there. */
export const BROWSER_SCOPE = new InjectionToken<BrowserScope>('browser scope');

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
