import { computed, inject, Injectable, signal } from '@angular/core';

import { Scope } from '../scope/scope';
import { CurrentSession } from '../session/page/current-session';
import type { WhenBusy } from '../session/session';

/** Why nothing can be sent just now. */
export type GateClosed = 'scope-blocked' | 'not-open';

/** The one gate through which everything that the person says is sent. */
@Injectable({ providedIn: 'root' })
export class Gate {
  readonly #scope = inject(Scope);
  readonly #current = inject(CurrentSession);

  readonly #sent = signal(0);
  /** How many messages were let through. */
  readonly sent = this.#sent.asReadonly();

  readonly closed = computed<GateClosed | undefined>(() => {
    const { opening, unopened } = this.#current.session().state();
    if (this.#scope.snapshot().status === 'blocked') return 'scope-blocked';
    if (opening || unopened) return 'not-open';
    return undefined;
  });

  /** Whether there is something to send: words, or files that go without any. */
  says(text: string): boolean {
    const { draft, state } = this.#current.session();
    const { failure } = state();
    const failed = failure?.text === text ? failure.messageId : undefined;
    return draft.attachments().length > 0 || this.saysAnew(failed, text);
  }

  /** Whether the words, with the files of the message they replace, are something to send. */
  saysAnew(messageId: string | undefined, text: string): boolean {
    if (text.trim() !== '') return true;
    const { messages } = this.#current.session().state();
    return messages.some(({ attachments, id }) => id === messageId && attachments !== undefined);
  }

  /**
   * Sends a message, unless the gate is closed; then nothing happens and the draft stays. While a
   * turn goes on, the message waits for it or interrupts it.
   */
  submit(text: string, whenBusy: WhenBusy = 'enqueue'): void {
    if (!this.says(text) || !this.#admits()) return;
    void this.#current.session().send(text, whenBusy);
    this.#sent.update((count) => count + 1);
  }

  /**
   * Says a message anew in place of itself, under the same conditions and while no turn goes on.
   * Whether it was let through.
   */
  submitAnew(messageId: string, text: string): boolean {
    const session = this.#current.session();
    if (!this.saysAnew(messageId, text) || session.state().turn !== 'idle' || !this.#admits())
      return false;
    void session.sayAnew(messageId, text);
    this.#sent.update((count) => count + 1);
    return true;
  }

  /** Sends a message of the queue that the server does not have, under the same conditions. */
  submitAgain(id: string): void {
    if (this.#admits()) void this.#current.session().sendAgain(id);
  }

  #admits(): boolean {
    return this.closed() === undefined && this.#scope.admit().admitted;
  }
}
