import type { BaseStore } from '@langchain/langgraph-checkpoint';

export interface Put {
  readonly namespace: string[];
  readonly key: string;
  /** Null removes the item. */
  readonly value: Record<string, unknown> | null;
}

/**
 * Puts items in one batch, so that a store whose batches are atomic keeps all of them or none.
 *
 * Inside a graph the store is wrapped in a queue whose own `batch` always throws, but which sends
 * everything asked for in one tick as one batch of the store behind it.
 */
export async function putTogether(store: BaseStore, puts: readonly Put[]): Promise<void> {
  if ('lg_name' in store && store.lg_name === 'AsyncBatchedStore') {
    await Promise.all(
      puts.map(({ namespace, key, value }) =>
        value === null ? store.delete(namespace, key) : store.put(namespace, key, value),
      ),
    );
    return;
  }
  await store.batch(puts.map(({ namespace, key, value }) => ({ namespace, key, value })));
}
