/**
 * Serializes writers of one owner's memory. A port: one process queues in memory, several processes
 * need a lock that they share.
 */
export interface MemoryLock {
  /** Runs the work when every earlier work of this owner has ended; passes its result or error on. */
  hold<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/** A first-come, first-served queue per owner, for a store that one process writes. */
export function createProcessLock(): MemoryLock {
  const lastOf = new Map<string, Promise<void>>();
  return {
    async hold(owner, work) {
      const before = lastOf.get(owner);
      const { promise: mine, resolve: release } = Promise.withResolvers<undefined>();
      const last = mine.then(() => undefined);
      lastOf.set(owner, last);
      try {
        await before;
        return await work();
      } finally {
        release(undefined);
        if (lastOf.get(owner) === last) lastOf.delete(owner);
      }
    },
  };
}

/** The lock that this process's graphs and routes share. Two locks would protect nothing. */
export const processLock: MemoryLock = createProcessLock();
