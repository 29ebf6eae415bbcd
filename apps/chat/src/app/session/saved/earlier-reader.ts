import { signal } from '@angular/core';

import type { Transport } from '../../transport/transport';
import { toTransportError, TransportError } from '../../transport/transport-error';
import type { LiveState } from '../state/live-state';

export interface EarlierReaderDeps {
  readonly transport: Pick<Transport, 'readState'>;
  readonly live: LiveState;
  readonly threadId: () => string | undefined;
}

/** Reads what stands before the newest messages of a conversation, once it is asked for. */
export class EarlierReader {
  readonly #deps: EarlierReaderDeps;
  #going: Promise<void> | undefined;
  readonly #reading = signal(false);
  readonly reading = this.#reading.asReadonly();
  readonly #problem = signal<TransportError | undefined>(undefined);
  /** Why the last read brought nothing. */
  readonly problem = this.#problem.asReadonly();

  constructor(deps: EarlierReaderDeps) {
    this.#deps = deps;
  }

  /** Resolves when what is missing is there, or `problem` says why it is not. */
  async read(): Promise<void> {
    if (this.#deps.live.state().earlier.length === 0) return;
    this.#going ??= this.#read().finally(() => (this.#going = undefined));
    await this.#going;
  }

  async #read(): Promise<void> {
    const { live, threadId, transport } = this.#deps;
    const id = threadId();
    if (id === undefined) return;
    this.#reading.set(true);
    this.#problem.set(undefined);
    try {
      const snapshot = await transport.readState(id, live.state().older);
      live.dispatch({ type: 'earlier-read', snapshot });
      if (live.state().earlier.length > 0) this.#problem.set(movedOn());
    } catch (error) {
      this.#problem.set(toTransportError(error));
    } finally {
      this.#reading.set(false);
    }
  }
}

function movedOn(): TransportError {
  const sentence = $localize`The conversation goes on elsewhere by now. Reload the page to read all of it.`;
  return new TransportError('refused', sentence);
}
