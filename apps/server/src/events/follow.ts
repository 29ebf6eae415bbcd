import type { EventLog, RunEvent } from '../storage/storage.ts';
import type { LiveRun } from './live-run.ts';
import { loggedToWire } from './wire.ts';

/** Events read from the log at a time. */
const PAGE = 128;

/** The server goes down while the run is open; the run goes on when the server is back. */
export class ShuttingDownError extends Error {
  override readonly name = 'ShuttingDownError';

  constructor() {
    super('The server is shutting down. The run goes on when it is back.');
  }
}

/**
 * Yields a run's events above an id, stored ones first, then live ones, each once and in order.
 * The reader sets the pace. `live` is undefined once the run has ended. Ends quietly when the
 * signal is aborted. Throws ShuttingDownError when the server leaves the run open.
 */
export async function* followRun(
  log: EventLog,
  runId: string,
  live: LiveRun | undefined,
  afterId: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  let last = afterId;
  while (!signal.aborted) {
    // Asked before reading: what is committed after this is either read or wakes us again.
    const state = live?.state ?? 'ended';
    const told = live?.told ?? 0;
    const atHand = live?.after(last);
    const events = atHand ?? (await log.read(runId, last, PAGE));
    for (const event of events) {
      yield atHand ? event : { ...event, data: loggedToWire(event.data) };
      last = event.id;
      if (isAborted(signal)) return;
    }
    if (events.length > 0) continue;
    if (state === 'ended') return;
    if (state === 'shutting-down') throw new ShuttingDownError();
    await live?.news(told, signal);
  }
}

/** Asked through a function: to the compiler a signal that was not aborted never is. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
