import type { Clock } from '../clock.ts';

/** Waits that many milliseconds; the signal ends the wait. */
export function pause(clock: Clock, delayMs: number, leaving: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const callOff = clock.after(delayMs, resolve);
    leaving.addEventListener('abort', () => {
      callOff();
      resolve();
    });
  });
}
