import { Worker } from 'node:worker_threads';

import { currentActivity } from './activity.ts';
import type { Stall } from './stall-record.ts';

/** How often the event loop shows that it goes round, in milliseconds. */
const BEAT_MS = 50;

/** Places in the memory that both threads see. */
export const BEAT = 0;
export const STOPPING = 1;
export const SHARED_LENGTH = 2;

/** Under this symbol the watchdog's thread finds what it may ask of a blocked main thread. */
export const PROBE = 'throughline.watchdog';

export interface WatchdogSettings {
  readonly shared: Int32Array;
  /** Where stalls are recorded. */
  readonly file: string;
  /** How long a shutdown may take before a blocked process is ended, in milliseconds. */
  readonly graceMs: number;
}

export interface WatchdogOptions extends Pick<WatchdogSettings, 'file' | 'graceMs'> {
  /** Called once a stall is over. */
  readonly onStall: (stall: Stall) => void;
}

export interface Watchdog {
  /** Sets what is done on these signals; while the loop is blocked, they end the process instead. */
  readonly onSignals: (
    signals: readonly NodeJS.Signals[],
    listener: NodeJS.SignalsListener,
  ) => void;
  /** Says that the server is shutting down. */
  readonly stopping: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Watches the event loop from a thread of its own, since a blocked loop can neither notice nor tell.
 * The thread records on the disk what blocks the loop for more than a second; asks the main thread
 * what it is doing (the inspector can, in the middle of a loop or a pattern); and sees to it that a
 * signal to stop is obeyed all the same.
 */
export function startWatchdog({ file, graceMs, onStall }: WatchdogOptions): Watchdog {
  const shared = new Int32Array(
    new SharedArrayBuffer(SHARED_LENGTH * Int32Array.BYTES_PER_ELEMENT),
  );
  const signals = new HeldSignals();
  Object.defineProperty(globalThis, Symbol.for(PROBE), {
    configurable: true,
    value: () => {
      signals.letGo();
      return JSON.stringify(currentActivity() ?? null);
    },
  });
  const beat = setInterval(() => {
    Atomics.add(shared, BEAT, 1);
    signals.hold();
  }, BEAT_MS);
  beat.unref();
  const settings: WatchdogSettings = { shared, file, graceMs };
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    name: 'watchdog',
    workerData: settings,
    // What was given to the process (a module to load first) is not for the watchdog.
    execArgv: [],
  });
  thread.unref();
  thread.on('message', onStall);
  return {
    onSignals: (names, listener) => signals.set(names, listener),
    stopping: () => Atomics.store(shared, STOPPING, 1),
    async close() {
      clearInterval(beat);
      await thread.terminate();
    },
  };
}

/** Listeners of signals, which can be taken away for a while: then the system's own action holds. */
class HeldSignals {
  #names: readonly NodeJS.Signals[] = [];
  #listener: NodeJS.SignalsListener | undefined;
  #held = false;

  set(names: readonly NodeJS.Signals[], listener: NodeJS.SignalsListener): void {
    this.letGo();
    this.#names = names;
    this.#listener = listener;
    this.hold();
  }

  hold(): void {
    if (this.#held || !this.#listener) return;
    for (const name of this.#names) process.on(name, this.#listener);
    this.#held = true;
  }

  letGo(): void {
    if (!this.#held || !this.#listener) return;
    for (const name of this.#names) process.off(name, this.#listener);
    this.#held = false;
  }
}
