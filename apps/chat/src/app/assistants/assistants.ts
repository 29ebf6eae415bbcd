import { computed, inject, InjectionToken, signal, type Signal } from '@angular/core';

import type { AssistantSummary } from '#contract/assistant';
import { MEMORY_GRAPH_ID } from '#contract/names';

import { TRANSPORT } from '../transport/transport-token';

const STORAGE_KEY = 'throughline.assistant.v1';

/**
 * The memory assistant, as the page shows it until the server has told its assistants, and where a
 * server lists it without features.
 */
export const MEMORY_ASSISTANT: AssistantSummary = {
  graphId: MEMORY_GRAPH_ID,
  title: $localize`Chat`,
  description: '',
  features: ['memory', 'instructions'],
};

/** Keeps the choice of a new conversation's assistant; either call may throw. */
export interface ChoiceStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface AssistantsDeps {
  readonly read: () => Promise<readonly AssistantSummary[]>;
  readonly openStorage: () => ChoiceStorage;
}

/** The assistants that the server serves, and the one that new conversations begin with. */
export class Assistants {
  readonly #deps: AssistantsDeps;
  /** Undefined until the server has told them. */
  readonly #told = signal<readonly AssistantSummary[] | undefined>(undefined);
  readonly #chosenId: ReturnType<typeof signal<string | undefined>>;
  #reading: Promise<void> | undefined;

  readonly list: Signal<readonly AssistantSummary[]> = computed(
    () => this.#told() ?? [MEMORY_ASSISTANT],
  );
  /** Those that a conversation can be begun with; work that is kept in records has a page of its own. */
  readonly offered = computed(() =>
    this.list().filter(({ features }) => !features.includes('work')),
  );
  /** Whether there is anything to choose. */
  readonly areSeveral = computed(() => this.offered().length > 1);
  /** The assistant of a conversation whose thread names none. */
  readonly usual = computed(
    () =>
      this.list().find(({ graphId }) => graphId === MEMORY_GRAPH_ID) ??
      this.offered()[0] ??
      MEMORY_ASSISTANT,
  );
  /** The assistant that a new conversation begins with. */
  readonly chosen = computed(() => {
    const chosen = this.offered().find(({ graphId }) => graphId === this.#chosenId());
    return chosen ?? this.usual();
  });

  constructor(deps: AssistantsDeps) {
    this.#deps = deps;
    this.#chosenId = signal(readChoice(deps));
  }

  /** Asks the server once; again after that has failed. Rejects with a TransportError. */
  load(): Promise<void> {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  /**
   * The assistant of a graph. One that the server does not serve any more has no features; undefined
   * while the server has not told.
   */
  find(graphId: string): AssistantSummary | undefined {
    const found = this.list().find((each) => each.graphId === graphId);
    if (found !== undefined || this.#told() === undefined) return found;
    return { graphId, title: graphId, description: '', features: [] };
  }

  /** Chooses what new conversations begin with, in this browser, until another choice. */
  choose(graphId: string): void {
    this.#chosenId.set(graphId);
    try {
      this.#deps.openStorage().setItem(STORAGE_KEY, graphId);
    } catch {
      // The choice then holds for this page alone.
    }
  }

  async #read(): Promise<void> {
    try {
      const told = await this.#deps.read();
      if (told.length > 0) this.#told.set(told.map(withOwnFeatures));
    } catch (error) {
      this.#reading = undefined;
      throw error;
    }
  }
}

/** The official server lists no features; the memory graph has its own wherever it is served. */
function withOwnFeatures(assistant: AssistantSummary): AssistantSummary {
  const isBare = assistant.graphId === MEMORY_GRAPH_ID && assistant.features.length === 0;
  return isBare ? { ...assistant, features: MEMORY_ASSISTANT.features } : assistant;
}

function readChoice({ openStorage }: AssistantsDeps): string | undefined {
  try {
    return openStorage().getItem(STORAGE_KEY) ?? undefined;
  } catch {
    // A storage that cannot be read holds no choice.
    return undefined;
  }
}

export const ASSISTANTS = new InjectionToken<Assistants>('assistants', {
  providedIn: 'root',
  factory: () => {
    const transport = inject(TRANSPORT);
    return new Assistants({
      read: () => transport.readAssistants(),
      openStorage: () => window.localStorage,
    });
  },
});
