import type { Clock } from '../../clock.ts';

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(now = Date.now()) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, call: () => void): () => void {
    const timer = { at: this.#now + delayMs, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** How many calls are to come. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves on, calling what falls due on the way, in order. */
  advance(byMs: number): void {
    const end = this.#now + byMs;
    for (let next = this.#nextUntil(end); next; next = this.#nextUntil(end)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.call();
    }
    this.#now = end;
  }

  #nextUntil(end: number): Timer | undefined {
    const due = [...this.#timers].filter((timer) => timer.at <= end);
    return due.sort((a, b) => a.at - b.at)[0];
  }
}
