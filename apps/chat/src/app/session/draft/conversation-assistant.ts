import { computed, signal, type Signal } from '@angular/core';

import type { AssistantFeature, AssistantSummary } from '#contract/assistant';

import type { Assistants } from '../../assistants/assistants';
import type { AnsweringAssistant, Metadata, Transport } from '../../transport/transport';

export interface ConversationAssistantDeps {
  readonly assistants: Assistants;
  readonly transport: Pick<Transport, 'readMetadata'>;
  readonly threadId: Signal<string | undefined>;
}

/** The assistant of one conversation: the chosen one until it begins, then its own for good. */
export class ConversationAssistant {
  readonly #deps: ConversationAssistantDeps;
  readonly #graphId = signal<string | undefined>(undefined);
  /** The reading of what is kept with the thread that is under way. */
  #learning: Promise<void> | undefined;

  /** Undefined while it is not known. */
  readonly summary: Signal<AssistantSummary | undefined> = computed(() => {
    const { assistants, threadId } = this.#deps;
    const graphId = this.#graphId();
    if (graphId !== undefined) return assistants.find(graphId);
    return threadId() === undefined ? assistants.chosen() : undefined;
  });

  constructor(deps: ConversationAssistantDeps) {
    this.#deps = deps;
  }

  /** Whether the page shows this of the assistant. Until it is known, what the chosen one has is shown. */
  has(feature: AssistantFeature): boolean {
    const { features } = this.summary() ?? this.#deps.assistants.chosen();
    return features.includes(feature);
  }

  /** Learns it from what is kept with the thread; undefined stands for a read that failed. */
  learnFrom(reading: Promise<Metadata | undefined>): void {
    this.#learning = reading.then((metadata) => {
      if (metadata !== undefined) this.#bind(metadata);
    });
  }

  /** The graph that a new thread is made for. Rejects when the server's assistants are not known. */
  async graphToBegin(): Promise<string> {
    await this.#deps.assistants.load();
    return this.#deps.assistants.chosen().graphId;
  }

  /** A thread of this graph was made. */
  begunWith(graphId: string): void {
    this.#graphId.set(graphId);
  }

  /** The assistant that is to answer in the thread. Rejects while that cannot be known. */
  async answering(threadId: string): Promise<AnsweringAssistant> {
    const { assistants, transport } = this.#deps;
    await this.#learning;
    if (this.#graphId() === undefined) this.#bind((await transport.readMetadata(threadId)) ?? {});
    await assistants.load();
    const graphId = this.#graphId() ?? assistants.usual().graphId;
    const takesScope = assistants.find(graphId)?.features.includes('memory') === true;
    return { graphId, takesScope };
  }

  /** Whether its turns are known to read no memory. */
  async readsNoMemory(threadId: string): Promise<boolean> {
    try {
      return !(await this.answering(threadId)).takesScope;
    } catch {
      // What is not known is judged as of an assistant that reads it: nothing is claimed too early.
      return false;
    }
  }

  #bind(metadata: Metadata): void {
    const graphId = metadata['graph_id'];
    const usual = () => this.#deps.assistants.usual().graphId;
    this.#graphId.set(typeof graphId === 'string' ? graphId : usual());
  }
}
