import type { StateSnapshot } from '@langchain/langgraph';

import type { Graphs } from '../assistants/graphs.ts';
import { pick } from '../http/pick.ts';
import { projectState } from '../events/project.ts';
import { toWire } from '../events/wire.ts';
import type { Storage, ThreadRow } from '../storage/storage.ts';
import { threadGraph } from './thread-graph.ts';

/** Fields that cost reading the thread's newest checkpoint. */
const STATE_FIELDS = ['values', 'interrupts'];

/** Builds threads in the API's field names, with the values of their newest state. */
export class ThreadView {
  readonly #storage: Storage;
  readonly #graphs: Graphs;

  constructor(storage: Storage, graphs: Graphs) {
    this.#storage = storage;
    this.#graphs = graphs;
  }

  /** One thread; with `select`, only those fields, and the state is read only if one needs it. */
  async show(thread: ThreadRow, select?: readonly string[]): Promise<Record<string, unknown>> {
    const wanted = select === undefined || STATE_FIELDS.some((field) => select.includes(field));
    const state = wanted ? await this.#newestState(thread) : undefined;
    return pick(
      {
        ...fieldsOf(thread),
        values: state === undefined ? null : projectState(state.values),
        interrupts: state === undefined ? {} : interruptsOf(state),
      },
      select,
    );
  }

  /** The same for a list, in which a thread whose state cannot be read stands without it, and says so. */
  async showInList(
    thread: ThreadRow,
    select: readonly string[] | undefined,
    failed: (error: unknown) => void,
  ): Promise<Record<string, unknown>> {
    try {
      return await this.show(thread, select);
    } catch (error) {
      failed(error);
      const damage = thread.damage ?? 'The state of this conversation cannot be read.';
      const fields = fieldsOf({ ...thread, status: 'error', damage });
      return pick({ ...fields, values: null, interrupts: {} }, select);
    }
  }

  async #newestState(thread: ThreadRow): Promise<StateSnapshot | undefined> {
    const graph = await threadGraph(thread, this.#graphs, this.#storage);
    const state = await graph?.getState({ configurable: { thread_id: thread.threadId } });
    // Before the first checkpoint the snapshot has no metadata, and the thread no values.
    return state?.metadata === undefined ? undefined : state;
  }
}

/** The part of a thread that its row holds. */
function fieldsOf(thread: ThreadRow): Record<string, unknown> {
  return {
    thread_id: thread.threadId,
    created_at: thread.createdAt.toISOString(),
    updated_at: thread.updatedAt.toISOString(),
    metadata: thread.metadata,
    status: thread.status,
    ...(thread.damage !== undefined && { error: thread.damage }),
    config: {},
  };
}

/** `{ <task id>: [{ id, value }] }` for the tasks that wait for an answer. */
function interruptsOf(state: StateSnapshot): Record<string, unknown> {
  const waiting = state.tasks.filter((task) => task.interrupts.length > 0);
  return Object.fromEntries(waiting.map((task) => [task.id, toWire(task.interrupts)]));
}
