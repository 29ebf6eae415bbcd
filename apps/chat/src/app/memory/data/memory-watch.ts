import { reconnectMs } from '../../transport/reconnect';
import { TransportError } from '../../transport/transport-error';
import type { MemoryApi } from './memory-api';

export interface MemoryWatchDeps {
  readonly api: Pick<MemoryApi, 'changes'>;
  /** Resolves after so many milliseconds, or sooner when trying again is worth while. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** The newest revision that is known; news are asked for from there on. */
  readonly newest: () => number | undefined;
  /** Called for each revision that was written, in order. */
  readonly onRevision: (revision: number) => void;
  /** Called when news arrive (again), and when they do not. */
  readonly onConnected: (connected: boolean) => void;
  /** Called when the server tells no more pages for now: what is new is to be read instead. */
  readonly onRefused: () => void;
}

/** Follows what is written into the memory by anyone, over as many connections as that takes. */
export async function watchMemory(deps: MemoryWatchDeps, signal: AbortSignal): Promise<void> {
  const { api, newest, onConnected, onRefused, onRevision, pause } = deps;
  let failures = 0;
  const isWanted = () => !signal.aborted;
  while (isWanted()) {
    let atLeast = 0;
    try {
      const onOpen = () => {
        failures = 0;
        onConnected(true);
      };
      for await (const { number } of api.changes({ after: newest(), signal, onOpen }))
        onRevision(number);
    } catch (error) {
      if (error instanceof TransportError && error.retryAfter !== undefined) {
        atLeast = error.retryAfter * 1_000;
        onRefused();
      }
      // Told by `onConnected`: the panel says that it may be out of date, and this goes on trying.
    }
    if (!isWanted()) return;
    onConnected(false);
    failures += 1;
    await pause(Math.max(reconnectMs(failures), atLeast), signal);
  }
}
