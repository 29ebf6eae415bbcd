/**
 * Says that an owner's memory may have changed, to whoever in this process listens. It carries no
 * content: a listener reads what is new from the store, so nothing is missed, kept or told twice.
 */
export interface MemoryNotifier {
  notify(owner: string): void;
  listen(owner: string): Listening;
}

export interface Listening {
  /** Resolves once something was told since the last `next`, or since listening began. */
  next(signal: AbortSignal): Promise<void>;
  stop(): void;
}

/** A hub in memory, for writers and listeners of one process. */
export function createProcessNotifier(): MemoryNotifier {
  const listeners = new Map<string, Set<Listener>>();
  return {
    notify(owner) {
      for (const listener of listeners.get(owner) ?? []) listener.wake();
    },
    listen(owner) {
      const listener = new Listener();
      const all = listeners.get(owner) ?? new Set();
      listeners.set(owner, all.add(listener));
      return {
        next: (signal) => listener.next(signal),
        stop() {
          all.delete(listener);
          if (all.size === 0 && listeners.get(owner) === all) listeners.delete(owner);
        },
      };
    },
  };
}

class Listener {
  #told = false;
  #wake: (() => void) | undefined;

  wake(): void {
    this.#told = true;
    this.#wake?.();
  }

  async next(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#told) {
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      this.#wake = () => resolve(undefined);
      const abort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', abort);
      try {
        await promise;
      } finally {
        signal.removeEventListener('abort', abort);
      }
    }
    this.#told = false;
  }
}

/** What this process's graphs tell and its routes listen to. */
export const processNotifier: MemoryNotifier = createProcessNotifier();
