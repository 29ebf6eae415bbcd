import type { Transport } from '../../transport/transport';

/** How often an open page says that a temporary conversation is still in use, in milliseconds. */
export const RENEW_EVERY_MS = 2 * 60_000;

export interface TemporaryLeaseDeps {
  readonly transport: Pick<Transport, 'renewThread'>;
  /** Calls back every so many milliseconds; returns what ends that. */
  readonly every: (milliseconds: number, callback: () => void) => () => void;
}

/**
 * Keeps a temporary conversation alive as long as a page shows it. Its time to live is counted from
 * its last use, so the last page that is left decides when it ends.
 */
export class TemporaryLease {
  readonly #deps: TemporaryLeaseDeps;
  #held: { readonly threadId: string; readonly stop: () => void } | undefined;

  constructor(deps: TemporaryLeaseDeps) {
    this.#deps = deps;
  }

  /** Holds this conversation from now on, and none other. */
  hold(threadId: string | undefined): void {
    if (this.#held?.threadId === threadId) return;
    this.release();
    if (threadId === undefined) return;
    const renew = () => this.#renew(threadId);
    renew();
    this.#held = { threadId, stop: this.#deps.every(RENEW_EVERY_MS, renew) };
  }

  /** The conversation is left: its time begins now. */
  release(): void {
    if (this.#held === undefined) return;
    this.#held.stop();
    this.#renew(this.#held.threadId);
    this.#held = undefined;
  }

  #renew(threadId: string): void {
    // One that fails is made good by the next; whether the conversation is still there is told when
    // it is used.
    this.#deps.transport.renewThread(threadId).catch(() => undefined);
  }
}
