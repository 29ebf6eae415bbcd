import type { AssistantRow, AssistantTable } from '../storage/assistants.ts';
import { isWanted, type Assistant, type AssistantQuery, type Assistants } from './assistants.ts';

/** The assistants that an owner can run: the system's, and those that the owner made. */
export class KnownAssistants {
  readonly #system: Assistants;
  readonly #table: AssistantTable;

  constructor(system: Assistants, table: AssistantTable) {
    this.#system = system;
    this.#table = table;
  }

  /** Whether an id, or a graph's, is a system assistant's: nobody can change those. */
  isSystem(id: string): boolean {
    return this.#system.find(id) !== undefined;
  }

  /** By assistant id or graph id. */
  async find(owner: string, id: string): Promise<Assistant | undefined> {
    const system = this.#system.find(id);
    if (system !== undefined) return system;
    const row = await this.#table.get(owner, id);
    return row && assistantView(row);
  }

  /** The system's first, then the owner's from the oldest on. */
  async search(owner: string, query: AssistantQuery): Promise<Assistant[]> {
    const own = (await this.#table.list(owner)).map(assistantView);
    const wanted = own.filter((assistant) => isWanted(assistant, query));
    return [...this.#system.search(query), ...wanted];
  }
}

/** An owner's assistant in the API's field names. */
export function assistantView(row: AssistantRow): Assistant {
  return {
    assistant_id: row.assistantId,
    graph_id: row.graphId,
    name: row.name,
    description: row.description,
    version: row.version,
    config: row.config,
    context: row.context,
    metadata: row.metadata,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
