import type { RunnableConfig } from '@langchain/core/runnables';
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type PendingWrite,
} from '@langchain/langgraph-checkpoint';

import type { RunTable, Storage } from '../../storage/storage.ts';
import { latch } from './latch.ts';

/**
 * Storage as a process sees it that dies after a number of writes, of checkpoints and of the run's
 * outcome: no later one comes back, and nothing after it happens.
 */
export function dyingAfter(writes: number) {
  const dead = latch();
  let left = writes;
  const write = <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left >= 0) return work();
    dead.open();
    return new Promise<never>(() => undefined);
  };
  const wrap = (storage: Storage): Storage => ({
    ...storage,
    fenced: (attempt, place) => new DyingSaver(storage.fenced(attempt, place), write),
    runs: new Proxy(storage.runs, {
      get(runs, name) {
        if (name === 'finish')
          return (...call: Parameters<RunTable['finish']>) => write(() => runs.finish(...call));
        const member: unknown = Reflect.get(runs, name);
        return typeof member === 'function' ? (member.bind(runs) as unknown) : member;
      },
    }),
  });
  return { dead: dead.opened, wrap };
}

/** Savers are given a task's path too, which their base class leaves out. */
interface PathSaver {
  putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    task: string,
    path?: string,
  ): Promise<void>;
}

class DyingSaver extends BaseCheckpointSaver {
  readonly #saver: BaseCheckpointSaver;
  readonly #write: <T>(work: () => Promise<T>) => Promise<T>;

  constructor(saver: BaseCheckpointSaver, write: <T>(work: () => Promise<T>) => Promise<T>) {
    super(saver.serde);
    this.#saver = saver;
    this.#write = write;
  }

  override getTuple(config: RunnableConfig) {
    return this.#saver.getTuple(config);
  }

  override list(config: RunnableConfig, options?: CheckpointListOptions) {
    return this.#saver.list(config, options);
  }

  override put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    versions: ChannelVersions,
  ) {
    return this.#write(() => this.#saver.put(config, checkpoint, metadata, versions));
  }

  override putWrites(config: RunnableConfig, writes: PendingWrite[], task: string, path?: string) {
    const saver: PathSaver = this.#saver;
    return this.#write(() => saver.putWrites(config, writes, task, path));
  }

  override deleteThread(threadId: string) {
    return this.#saver.deleteThread(threadId);
  }
}
