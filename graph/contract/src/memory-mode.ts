/** What a conversation may do with the memory; the person chooses per conversation. */
export const MEMORY_MODES = [
  /** The agent reads and writes. */
  'automatic',
  /** The agent reads; every write waits for the person. */
  'ask',
  /** No reads, no observations, no writes. */
  'off',
  /** Off, and the conversation itself ends some minutes after it was left. Chosen before its first message. */
  'temporary',
] as const;
export type MemoryMode = (typeof MEMORY_MODES)[number];

/**
 * Key of the mode in thread metadata, where the person's choice is kept, and in a run's
 * `configurable`, where the server puts it. Absent means automatic.
 */
export const MEMORY_MODE_KEY = 'memory_mode';

export function isMemoryMode(value: unknown): value is MemoryMode {
  return MEMORY_MODES.some((mode) => mode === value);
}

/** Whether a conversation in this mode neither reads nor writes the memory. */
export function isMemoryOff(mode: MemoryMode): boolean {
  return mode === 'off' || mode === 'temporary';
}

/**
 * Time after its last use when a temporary conversation is deleted, in minutes. A page that shows one
 * uses it all the while, so it outlives the last page by that.
 */
export const TEMPORARY_TTL_MINUTES = 10;
