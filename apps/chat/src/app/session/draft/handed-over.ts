import { signal } from '@angular/core';

import { listOf, isString } from '#contract/shape';

import type { Metadata, Transport } from '../../transport/transport';

/** In a thread's metadata: ids of the research that its questions were handed over to. Ids quote nothing. */
const RESEARCH_KEY = 'research_ids';
const areIds = listOf(isString);

/** The research that a conversation has handed questions over to. It keeps nothing of it but ids. */
export class HandedOver {
  readonly #transport: Pick<Transport, 'setMetadata'>;
  readonly #ids = signal<readonly string[]>([]);
  readonly ids = this.#ids.asReadonly();

  constructor(transport: Pick<Transport, 'setMetadata'>) {
    this.#transport = transport;
  }

  /** Takes it from what is kept with the thread; undefined stands for a read that failed. */
  learnFrom(metadata: Metadata | undefined): void {
    const kept = metadata?.[RESEARCH_KEY];
    if (areIds(kept)) this.#ids.set(kept);
  }

  /** Rejects with a TransportError. */
  async add(threadId: string, id: string): Promise<void> {
    const ids = [...this.#ids(), id];
    await this.#transport.setMetadata(threadId, { [RESEARCH_KEY]: ids });
    this.#ids.set(ids);
  }
}
