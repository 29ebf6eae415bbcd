/** How many places there are. */
export interface PlaceLimits {
  readonly perOwner: number;
  /** Of all owners together: an owner costs nothing to make up. */
  readonly inAll: number;
}

/** Counts what each owner, and all of them together, hold open at once, up to a bound. */
export class HeldPlaces {
  readonly #limits: PlaceLimits;
  readonly #held = new Map<string, number>();
  #inAll = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Takes a place: what gives it back, however often it is called; undefined when all are taken. */
  take(owner: string): (() => void) | undefined {
    const held = this.#held.get(owner) ?? 0;
    if (held >= this.#limits.perOwner || this.#inAll >= this.#limits.inAll) return undefined;
    this.#held.set(owner, held + 1);
    this.#inAll += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#inAll -= 1;
      const left = (this.#held.get(owner) ?? 1) - 1;
      if (left > 0) this.#held.set(owner, left);
      else this.#held.delete(owner);
    };
  }
}
