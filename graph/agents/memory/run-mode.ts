import { getConfig } from '@langchain/langgraph';

import { isMemoryMode, isMemoryOff, MEMORY_MODE_KEY, type MemoryMode } from '#contract/memory-mode';

/**
 * The mode of the run in progress, subagents' included. Throws on an unknown one: a run that cannot
 * tell whether it may remember must not begin.
 */
export function runMode(): MemoryMode {
  const mode: unknown = getConfig().configurable?.[MEMORY_MODE_KEY] ?? 'automatic';
  if (!isMemoryMode(mode)) throw new Error('This run names an unknown memory mode.');
  return mode;
}

/** Whether the run in progress neither reads nor writes the memory. */
export function memoryIsOff(): boolean {
  return isMemoryOff(runMode());
}
