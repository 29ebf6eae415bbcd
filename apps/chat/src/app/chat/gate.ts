import { computed, inject, Injectable } from '@angular/core';

import { Scope } from '../scope/scope';
import { CurrentSession } from '../session/current-session';

/** Why nothing can be sent just now. */
export type GateClosed = 'scope-blocked' | 'not-open' | 'answering';

/** The one gate through which composer, suggestions and "send again" send. */
@Injectable({ providedIn: 'root' })
export class Gate {
  readonly #scope = inject(Scope);
  readonly #current = inject(CurrentSession);

  readonly closed = computed<GateClosed | undefined>(() => {
    const { opening, unopened, turn } = this.#current.session().state();
    if (this.#scope.snapshot().status === 'blocked') return 'scope-blocked';
    if (opening || unopened) return 'not-open';
    return turn === 'idle' ? undefined : 'answering';
  });

  /** Sends a message, unless the gate is closed; then nothing happens and the draft stays. */
  submit(text: string): void {
    if (text.trim() === '' || this.closed() !== undefined) return;
    if (!this.#scope.admit().admitted) return;
    void this.#current.session().send(text);
  }
}
