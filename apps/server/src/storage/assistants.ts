import type { JsonObject } from './storage.ts';

/** What a version of an assistant says; a new version is made of the one before and a change. */
export interface AssistantSettings {
  readonly graphId: string;
  readonly name: string;
  readonly description: string | null;
  readonly config: JsonObject;
  readonly context: JsonObject;
  readonly metadata: JsonObject;
}

export interface AssistantVersion extends AssistantSettings {
  readonly assistantId: string;
  readonly version: number;
  readonly createdAt: Date;
}

/** An assistant of one owner, as the version says that is in use. */
export interface AssistantRow extends AssistantVersion {
  readonly owner: string;
  readonly updatedAt: Date;
}

/** Assistants that owners made of the graphs. Another owner's does not exist. */
export interface AssistantTable {
  /** Makes version 1. Throws `conflict` when the owner has one of that id, unless `ifExists` is `do-nothing`. */
  create(
    owner: string,
    assistantId: string,
    settings: AssistantSettings,
    ifExists: 'raise' | 'do-nothing',
  ): Promise<AssistantRow>;
  get(owner: string, assistantId: string): Promise<AssistantRow | undefined>;
  /**
   * Makes a new version and puts it in use. Of the versions only the newest `keep` stay.
   * Throws `not-found`.
   */
  update(
    owner: string,
    assistantId: string,
    settings: AssistantSettings,
    keep: number,
  ): Promise<AssistantRow>;
  /** Puts an earlier version in use. Undefined when there is no such version. */
  use(owner: string, assistantId: string, version: number): Promise<AssistantRow | undefined>;
  /** The owner's assistants, oldest first. One that is damaged is left out. */
  list(owner: string): Promise<AssistantRow[]>;
  /** Newest first. */
  versions(owner: string, assistantId: string): Promise<AssistantVersion[]>;
  /** Erases the assistant and its versions. Whether it existed. */
  delete(owner: string, assistantId: string): Promise<boolean>;
}
