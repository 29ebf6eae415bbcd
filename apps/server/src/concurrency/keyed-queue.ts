/**
 * Runs work of one key one after another, in the order asked. One process writes the database, so
 * a queue in memory is enough to keep "look, then write" of a thread from interleaving.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    // The one before may have failed: that was its caller's to hear, and no reason not to go on.
    const result = before.then(work, work);
    this.#tails.set(key, result);
    const forget = () => {
      if (this.#tails.get(key) === result) this.#tails.delete(key);
    };
    result.then(forget, forget);
    return result;
  }
}
