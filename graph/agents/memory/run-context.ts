import { getConfig, getStore, type LangGraphRunnableConfig } from '@langchain/langgraph';
import type { BaseStore } from '@langchain/langgraph-checkpoint';

import { isMemoryContext, type MemoryScope } from '#contract/scope';

import { MemoryOwnerError, MemoryUnavailableError } from '#graph/memory/failure';

/**
 * The scope of the run in progress, from its raw context: middleware sees a filtered one, and a
 * schema alone lets unknown keys through. Throws MemoryOwnerError.
 */
export function runScope(): MemoryScope {
  const context: unknown = config().context;
  if (!isMemoryContext(context)) throw new MemoryOwnerError('no-scope');
  return context.memory_scope;
}

/** The cross-thread store of the run in progress. Throws MemoryUnavailableError when it has none. */
export function runStore(): BaseStore {
  const store = getStore();
  if (!store) throw new MemoryUnavailableError(new Error('This graph runs without a store.'));
  return store;
}

/** Thread and run in progress; null where the caller named none. */
export function runIds(): { readonly thread_id: string | null; readonly run_id: string | null } {
  const { configurable, metadata } = config();
  return {
    thread_id: idOf(configurable?.['thread_id']),
    run_id: idOf(configurable?.['run_id'] ?? metadata?.['run_id']),
  };
}

function config(): LangGraphRunnableConfig {
  return getConfig();
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
