/** Counts what each owner holds open at once, up to a bound. */
export class HeldPlaces {
  readonly #most: number;
  readonly #held = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place: what gives it back, however often it is called; undefined when all are taken. */
  take(owner: string): (() => void) | undefined {
    const held = this.#held.get(owner) ?? 0;
    if (held >= this.#most) return undefined;
    this.#held.set(owner, held + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#held.get(owner) ?? 1) - 1;
      if (left > 0) this.#held.set(owner, left);
      else this.#held.delete(owner);
    };
  }
}
