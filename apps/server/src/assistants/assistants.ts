import { FEATURES_KEY, TITLE_KEY } from '#contract/assistant';
import { v5 } from '@langchain/core/utils/uuid';

import { containsMetadata } from './contains-metadata.ts';
import type { Graphs } from './graphs.ts';
import type { RulesOf } from './rules.ts';

/** The namespace in which Agent Servers derive an assistant's id from its graph's id. */
const GRAPH_NAMESPACE = '6ba7b821-9dad-11d1-80b4-00c04fd430c8';

/** A graph as it is offered to clients, in the API's own field names. */
export interface Assistant {
  readonly assistant_id: string;
  readonly graph_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly version: number;
  readonly config: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface AssistantQuery {
  readonly graph_id?: string | undefined;
  /** Any part of the name, whatever its case. */
  readonly name?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** What a graph's system assistant gives its runs; LANGGRAPH_CONFIG says it. */
export interface AssistantDefaults {
  readonly config: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>>;
}

/** The assistants that the server makes: one for each graph, the same for everyone. */
export class Assistants {
  readonly #all: readonly Assistant[];

  constructor(
    graphs: Graphs,
    rulesOf: RulesOf,
    startedAt: Date,
    defaults: ReadonlyMap<string, AssistantDefaults> = new Map(),
  ) {
    const time = startedAt.toISOString();
    this.#all = [...graphs.keys()].map((graphId) => {
      const { title, description, features } = rulesOf(graphId);
      return {
        assistant_id: v5(graphId, GRAPH_NAMESPACE),
        graph_id: graphId,
        name: graphId,
        description: description ?? null,
        version: 1,
        config: defaults.get(graphId)?.config ?? {},
        context: defaults.get(graphId)?.context ?? {},
        metadata: {
          created_by: 'system',
          ...(title !== undefined && { [TITLE_KEY]: title }),
          ...(features.length > 0 && { [FEATURES_KEY]: [...features] }),
        },
        created_at: time,
        updated_at: time,
      };
    });
  }

  /** By assistant id or graph id. */
  find(id: string): Assistant | undefined {
    return this.#all.find(({ assistant_id, graph_id }) => id === assistant_id || id === graph_id);
  }

  search(query: AssistantQuery): Assistant[] {
    return this.#all.filter((assistant) => isWanted(assistant, query));
  }
}

export function isWanted(assistant: Assistant, query: AssistantQuery): boolean {
  return (
    (query.graph_id === undefined || assistant.graph_id === query.graph_id) &&
    assistant.name.toLowerCase().includes(query.name?.toLowerCase() ?? '') &&
    containsMetadata(assistant.metadata, query.metadata ?? {})
  );
}
