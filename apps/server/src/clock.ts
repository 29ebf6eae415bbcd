/** Time as the engine knows it; tests move it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls once after `delayMs` milliseconds; the function it gives back calls that off. */
  after(delayMs: number, call: () => void): () => void;
}

/** Longest delay a Node timer takes, in milliseconds; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's clock. Waiting for it does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, Math.min(Math.max(delayMs, 0), LONGEST_TIMER_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
