/**
 * Serializes the work of one key: the writers of an owner's memory, whatever looks and then writes on a
 * thread. A port: one process queues in memory, several processes need a lock that they share.
 */
export interface KeyedLock {
  /** Runs the work when every earlier work of this key has ended; passes its result or error on. */
  hold<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** A first-come, first-served queue per key, for storage that one process writes. */
export function createProcessLock(): KeyedLock {
  const lastOf = new Map<string, Promise<void>>();
  return {
    async hold(key, work) {
      const before = lastOf.get(key);
      const { promise: mine, resolve: release } = Promise.withResolvers<undefined>();
      const last = mine.then(() => undefined);
      lastOf.set(key, last);
      try {
        await before;
        return await work();
      } finally {
        release(undefined);
        if (lastOf.get(key) === last) lastOf.delete(key);
      }
    },
  };
}

/** The lock of memories that this process's graphs and routes share. Two locks would protect nothing. */
export const processLock: KeyedLock = createProcessLock();
