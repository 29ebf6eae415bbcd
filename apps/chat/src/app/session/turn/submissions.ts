/**
 * Lets messages leave one after the other, in the order in which the person sent them. Those that
 * wait behind one that was not accepted do not leave either: they were meant to follow it.
 */
export class Submissions {
  #last: Promise<boolean> = Promise.resolve(true);

  /** Takes a place at the end. `free` says whether the one before was accepted, once that is known. */
  enter(): Submission {
    const free = this.#last;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#last = promise;
    return {
      free,
      settle: (accepted) => {
        resolve(accepted);
        // Whoever comes later begins anew.
        if (this.#last === promise) this.#last = Promise.resolve(true);
      },
    };
  }
}

/** A message's place among those that leave. */
export interface Submission {
  readonly free: Promise<boolean>;
  /** Tells whether the server accepted the message. Only the first call counts. */
  readonly settle: (accepted: boolean) => void;
}
