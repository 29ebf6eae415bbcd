import { reconnectMs } from '../../transport/reconnect';
import {
  isActive,
  type RunSummary,
  type StreamPart,
  type Transport,
} from '../../transport/transport';
import { toTransportError } from '../../transport/transport-error';
import type { LiveState } from '../state/live-state';

export interface RunReaderDeps {
  readonly transport: Pick<Transport, 'join' | 'readRun'>;
  readonly live: LiveState;
  readonly now: () => Date;
  /** Resolves after so many milliseconds, or sooner when trying again is worth while. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Aborted when nobody wants to read any more. */
  readonly signal: AbortSignal;
}

/** Reads one run's events, over as many connections as that takes, each event once. */
export class RunReader {
  readonly #deps: RunReaderDeps;
  #lastEventId: string | undefined;
  /** Whether the last stream came to its own end, so that nothing of the run is missing. */
  #complete = false;
  #connection = new AbortController();

  constructor(deps: RunReaderDeps) {
    this.#deps = deps;
  }

  /**
   * Opens a stream and takes its events in until it closes; `onRun` is told the run's id when the
   * stream names it.
   */
  async take(
    open: (signal: AbortSignal) => AsyncIterable<StreamPart>,
    onRun?: (runId: string) => void,
  ): Promise<void> {
    const { live, now } = this.#deps;
    this.#complete = false;
    this.#connection = new AbortController();
    const signal = AbortSignal.any([this.#deps.signal, this.#connection.signal]);
    for await (const part of open(signal)) {
      if (part.id !== undefined) this.#lastEventId = part.id;
      const runId = runIdOf(part);
      if (runId !== undefined) onRun?.(runId);
      live.enqueue({ type: 'part-received', part, at: now() });
    }
    this.#complete = !signal.aborted;
  }

  /** Gives up the present connection, of which it is not known whether it lives, for a new one. */
  reconnect(): void {
    this.#connection.abort();
  }

  /**
   * Reads on until the run has ended and all of it is read, and resolves with how it ended;
   * undefined when nobody reads any more. A stream that closed says nothing by itself: the run's
   * own status does. Only reads are repeated. Throws a TransportError when there is no such run.
   */
  async toEnd(threadId: string, runId: string): Promise<RunSummary | undefined> {
    const { live, pause, signal, transport } = this.#deps;
    let failures = 0;
    while (!signal.aborted) {
      const before = this.#lastEventId;
      let ended: RunSummary | undefined;
      try {
        const run = await transport.readRun(threadId, runId);
        if (!isActive(run.status)) ended = run;
        if (ended !== undefined && this.#complete) return ended;
        live.dispatch({ type: 'run-joined', fromStart: before === undefined });
        await this.take((connection) => transport.join(threadId, runId, before, connection));
        // All of it was read, or a new connection is wanted: no reason to wait.
        if (ended !== undefined || this.#connection.signal.aborted) continue;
      } catch (error) {
        const failure = toTransportError(error);
        if (failure.kind === 'offline' || failure.kind === 'server')
          live.dispatch({ type: 'connection-lost' });
        else if (ended === undefined) throw failure;
        // The events of a run that ended long ago are gone; how it ended is known all the same.
        else return ended;
      }
      // A stream that brought something ended for a reason: ask at once. Else wait a little longer.
      failures = this.#lastEventId === before ? failures + 1 : 0;
      if (failures > 0) await pause(reconnectMs(failures), signal);
    }
    return undefined;
  }
}

function runIdOf({ event, data }: StreamPart): string | undefined {
  if (event !== 'metadata' || typeof data !== 'object' || data === null) return undefined;
  return 'run_id' in data && typeof data.run_id === 'string' ? data.run_id : undefined;
}
