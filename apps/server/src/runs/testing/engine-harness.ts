import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Graphs, ServedGraph } from '../../assistants/graphs.ts';
import type { RulesOf } from '../../assistants/rules.ts';
import type { Clock } from '../../clock.ts';
import { openSqliteStorage } from '../../storage/sqlite/sqlite-storage.ts';
import { filesHolding } from '../../storage/sqlite/testing/files-holding.ts';
import type { JsonObject, NewRun, RunEvent, RunRow, Storage } from '../../storage/storage.ts';
import { createRunEngine } from '../create-run-engine.ts';
import type { EngineLimits } from '../engine-limits.ts';
import type { RunEngine } from '../run-engine.ts';

export const OWNER = '7d9ce1a4-3b1f-4c55-9e0a-1b2c3d4e5f60';
/** For reads that no test means to give up. */
export const PATIENT = new AbortController().signal;

export interface HarnessSettings {
  readonly limits?: Partial<EngineLimits>;
  readonly clock?: Clock;
  readonly rulesOf?: RulesOf;
  /** Changes the storage an engine gets, so that a test can stand between them. */
  readonly wrap?: (storage: Storage) => Storage;
}

/** A real engine on a real database in a folder of its own. */
export class EngineHarness {
  readonly directory: string;
  readonly logged: { fields: object; message: string }[] = [];
  #storage: Storage;
  #engine: RunEngine;

  private constructor(directory: string, storage: Storage, engine: RunEngine) {
    this.directory = directory;
    this.#storage = storage;
    this.#engine = engine;
  }

  static async open(
    graphs: Record<string, unknown>,
    settings: HarnessSettings = {},
  ): Promise<EngineHarness> {
    const directory = mkdtempSync(join(tmpdir(), 'throughline-engine-'));
    const storage = await openSqliteStorage(directory);
    const harness = new EngineHarness(directory, storage, {} as RunEngine);
    harness.#engine = harness.#makeEngine(graphs, settings);
    return harness;
  }

  get engine(): RunEngine {
    return this.#engine;
  }

  get storage(): Storage {
    return this.#storage;
  }

  /** Leaves the engine as a dead process would, and starts another on the same database. */
  async restart(graphs: Record<string, unknown>, settings: HarnessSettings = {}): Promise<void> {
    await this.#storage.close();
    await this.reopen(graphs, settings);
  }

  /** Starts an engine on the database that another process has left. */
  async reopen(graphs: Record<string, unknown>, settings: HarnessSettings = {}): Promise<void> {
    this.#storage = await openSqliteStorage(this.directory);
    this.#engine = this.#makeEngine(graphs, settings);
    await this.#engine.recover();
  }

  async close(): Promise<void> {
    await this.#engine.drain(0);
    await this.#storage.close();
    rmSync(this.directory, { recursive: true });
  }

  async thread(owner = OWNER): Promise<string> {
    const threadId = randomUUID();
    await this.#storage.threads.create({ threadId, owner, metadata: {} }, 'raise');
    return threadId;
  }

  submit(threadId: string, request: JsonObject, more: Partial<NewRun> = {}): Promise<RunRow> {
    return this.#engine.submit(newRun(threadId, request, more));
  }

  /** Submits and waits for the end. */
  async run(
    threadId: string,
    request: JsonObject,
    more: Partial<NewRun> = {},
  ): Promise<RunRow | undefined> {
    const { runId } = await this.submit(threadId, request, more);
    return this.#engine.ended(runId, PATIENT);
  }

  events(runId: string, afterId = -1): Promise<RunEvent[]> {
    return Array.fromAsync(this.#engine.follow(runId, afterId, PATIENT));
  }

  /** Texts of the thread's messages at its head. */
  async texts(graph: ServedGraph, threadId: string): Promise<string[]> {
    const { values } = await this.state(graph, threadId);
    const messages = (values['messages'] ?? []) as { text: string }[];
    return messages.map(({ text }) => text);
  }

  /** The thread's state at its head. */
  async state(graph: ServedGraph, threadId: string) {
    const snapshot = await graph.getState({
      configurable: {
        thread_id: threadId,
        checkpoint_ns: '',
        __pregel_checkpointer: this.#storage.checkpointer(OWNER),
      },
    });
    return { ...snapshot, values: snapshot.values as Record<string, unknown> };
  }

  /** Whether the run's log holds an event of this name by now. */
  async heard(runId: string, event: string): Promise<boolean> {
    const events = await this.#storage.events.read(runId, -1, 1000);
    return events.some((told) => told.event === event);
  }

  async threadStatus(threadId: string, owner = OWNER): Promise<string | undefined> {
    return (await this.#storage.threads.get(owner, threadId))?.status;
  }

  /** Files of the database that hold a text. */
  filesHolding(text: string): string[] {
    return filesHolding(this.directory, text);
  }

  #makeEngine(graphs: Record<string, unknown>, settings: HarnessSettings): RunEngine {
    const log = (fields: object, message: string): void =>
      void this.logged.push({ fields, message });
    return createRunEngine({
      storage: settings.wrap ? settings.wrap(this.#storage) : this.#storage,
      graphs: new Map(Object.entries(graphs)) as Graphs,
      logger: { warn: log, error: log },
      ...(settings.limits && { limits: settings.limits }),
      ...(settings.clock && { clock: settings.clock }),
      ...(settings.rulesOf && { rulesOf: settings.rulesOf }),
    });
  }
}

export function newRun(threadId: string, request: JsonObject, more: Partial<NewRun> = {}): NewRun {
  return {
    runId: randomUUID(),
    threadId,
    owner: OWNER,
    assistantId: String(request['graph_id']),
    metadata: {},
    multitaskStrategy: 'enqueue',
    request,
    notBefore: new Date(0),
    ...more,
  };
}

/** A run's input that says one thing. */
export function say(text: string): JsonObject {
  return { messages: [{ type: 'human', content: text, id: `said-${text}` }] };
}
