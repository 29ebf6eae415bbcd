import type { Clock } from './clock.ts';
import { describeError } from './http/describe-error.ts';
import type { RunEngine } from './runs/run-engine.ts';
import type { Storage } from './storage/storage.ts';
import { eraseExpired } from './threads/expiry.ts';

/** Time from the end of one sweep to the next, in milliseconds. */
export const SWEEP_EVERY_MS = 60_000;

export interface SweepParts {
  readonly storage: Pick<Storage, 'threads'>;
  readonly engine: Pick<RunEngine, 'deleteThread' | 'tidyUp'>;
  readonly clock: Clock;
  readonly logger: { error(fields: object, message: string): void };
}

/**
 * Erases what has outlived its time, though nothing else happens on the server: conversations, events
 * of ended runs, items of the store. At once and then regularly, one sweep at a time; it does not keep
 * the process alive. The function it gives back ends it, and resolves when nothing of it goes on.
 */
export function sweepRegularly(parts: SweepParts): () => Promise<void> {
  const { clock, engine, logger } = parts;
  const stopping = new AbortController();
  let callOff: (() => void) | undefined;
  const sweep = async () => {
    try {
      await eraseExpired(parts, new Date(clock.now()), stopping.signal);
      if (!stopping.signal.aborted) await engine.tidyUp();
    } catch (error) {
      // What storage refuses now may be taken at the next sweep.
      logger.error({ err: describeError(error) }, 'erasing what has expired failed');
    }
    if (stopping.signal.aborted) return;
    callOff = clock.after(SWEEP_EVERY_MS, () => {
      sweeping = sweep();
    });
  };
  let sweeping = sweep();
  return () => {
    stopping.abort();
    callOff?.();
    return sweeping;
  };
}
