import { HttpError } from '../http/http-error.ts';
import type { JsonObject } from '../storage/storage.ts';

const OF_ITS_PROCESS: ReadonlySet<string> = new Set(['run_id', 'callbacks']);

/**
 * A client's config without what only its own process could mean: the id of its run, its callbacks,
 * and the `langgraph_*` that a remote graph passes on. The library's own keys are refused.
 * Throws HttpError `invalid`.
 */
export function putAsideOfOthers(config: JsonObject): JsonObject {
  const { configurable, ...named } = config;
  const kept = Object.entries(named).filter(([key]) => !OF_ITS_PROCESS.has(key));
  const entries = Object.entries((configurable ?? {}) as JsonObject);
  const library = entries.find(([key]) => key.startsWith('__'));
  if (library !== undefined)
    throw new HttpError('invalid', `config.configurable may not set "${library[0]}".`);
  const own = entries.filter(([key]) => !key.startsWith('langgraph_'));
  return {
    ...Object.fromEntries(kept),
    ...(configurable !== undefined && { configurable: Object.fromEntries(own) }),
  };
}
