/** Waits between attempts to read on after a lost connection, in milliseconds; the last repeats. */
const LADDER_MS = [500, 1_000, 2_000, 5_000] as const;

/** How long to wait after so many attempts in a row that brought nothing; none after none. */
export function reconnectMs(failures: number): number {
  return LADDER_MS[Math.min(failures, LADDER_MS.length) - 1] ?? 0;
}
