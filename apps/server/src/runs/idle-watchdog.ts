import type { Clock } from '../clock.ts';

/** Calls once when nothing has been heard for a while. */
export class IdleWatchdog {
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #heardAt: number;
  #callOff: (() => void) | undefined;

  /** `idleMs`: longest silence, in milliseconds. */
  constructor(clock: Clock, idleMs: number, onIdle: () => void) {
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
    this.#heardAt = clock.now();
    this.#watch(idleMs);
  }

  heard(): void {
    this.#heardAt = this.#clock.now();
  }

  stop(): void {
    this.#callOff?.();
  }

  /** One timer for the whole run rather than one per piece: it looks again when it fires early. */
  #watch(forMs: number): void {
    this.#callOff = this.#clock.after(forMs, () => {
      const left = this.#heardAt + this.#idleMs - this.#clock.now();
      if (left > 0) this.#watch(left);
      else this.#onIdle();
    });
  }
}
