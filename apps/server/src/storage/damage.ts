/** Something stored that does not read as it was written. */
export interface DamagedThing {
  /** The table of the row. */
  readonly table: string;
  /** Which row of the table. */
  readonly key: string;
  /** The conversation it belongs to, and whose that is; undefined where that cannot be told. */
  readonly thread: { readonly owner: string; readonly threadId: string } | undefined;
}

/** What is known to be damaged: found when the storage was opened, or read since. */
export interface Damage {
  /** A sentence for the owner about a damaged thread; undefined while nothing of it is known to be. */
  of(owner: string, threadId: string): string | undefined;
  /** Calls `told` with all that was found so far, and then with what else is found, each once. */
  tell(told: (thing: DamagedThing) => void): void;
}
