import { computed, inject, Injectable } from '@angular/core';

import { Scope } from '../scope/scope';
import type { WhenBusy } from '../transport/transport';
import { CurrentSession } from '../session/current-session';

/** Why nothing can be sent just now. */
export type GateClosed = 'scope-blocked' | 'not-open';

/** The one gate through which everything that the person says is sent. */
@Injectable({ providedIn: 'root' })
export class Gate {
  readonly #scope = inject(Scope);
  readonly #current = inject(CurrentSession);

  readonly closed = computed<GateClosed | undefined>(() => {
    const { opening, unopened } = this.#current.session().state();
    if (this.#scope.snapshot().status === 'blocked') return 'scope-blocked';
    if (opening || unopened) return 'not-open';
    return undefined;
  });

  /**
   * Sends a message, unless the gate is closed; then nothing happens and the draft stays. While a
   * turn goes on, the message waits for it or interrupts it.
   */
  submit(text: string, whenBusy: WhenBusy = 'enqueue'): void {
    if (text.trim() === '' || !this.#admits()) return;
    void this.#current.session().send(text, whenBusy);
  }

  /** Sends a message of the queue that the server does not have, under the same conditions. */
  submitAgain(id: string): void {
    if (this.#admits()) void this.#current.session().sendAgain(id);
  }

  #admits(): boolean {
    return this.closed() === undefined && this.#scope.admit().admitted;
  }
}
