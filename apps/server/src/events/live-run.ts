import type { RunEvent } from '../storage/storage.ts';

/** Newest events of an open run that are kept at hand; who needs older ones reads the log. */
const EVENTS_AT_HAND = 256;

/**
 * An open run as its readers see it: what was committed last, and a signal that there is more.
 * Readers are woken, never waited for, and the memory held is the same for one as for a thousand.
 */
export class LiveRun {
  #recent: RunEvent[] = [];
  #state: 'open' | 'ended' | 'shutting-down' = 'open';
  #told = 0;
  readonly #waiting = new Set<() => void>();

  /** `shutting-down`: this server is going down, and the run goes on when it is back. */
  get state(): 'open' | 'ended' | 'shutting-down' {
    return this.#state;
  }

  /** Tells of events that have been committed; without them readers have to ask the log. */
  publish(events: readonly RunEvent[] | undefined): void {
    if (events) this.#recent.push(...events);
    else this.#recent = [];
    if (this.#recent.length > EVENTS_AT_HAND) this.#recent = this.#recent.slice(-EVENTS_AT_HAND);
    this.#wake();
  }

  /** Tells that the run has ended, or that this process runs it no more. */
  close(state: 'ended' | 'shutting-down'): void {
    if (this.#state === 'open') this.#state = state;
    this.#wake();
  }

  /**
   * The events after an id if they are all at hand; empty when there is none. Undefined when the
   * log must be asked.
   */
  after(id: number): readonly RunEvent[] | undefined {
    const at = this.#recent.findIndex((event) => event.id > id);
    if (at === -1) return this.#recent.length > 0 ? [] : undefined;
    const before = this.#recent[at - 1];
    return before?.id === id ? this.#recent.slice(at) : undefined;
  }

  /** Counts the commits that were told. */
  get told(): number {
    return this.#told;
  }

  /** Resolves when more has been told than `told`, or when the signal is aborted. */
  news(told: number, signal: AbortSignal): Promise<void> {
    if (this.#told > told || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  #wake(): void {
    this.#told += 1;
    for (const wake of this.#waiting) wake();
  }
}
