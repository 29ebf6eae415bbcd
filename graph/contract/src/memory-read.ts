import { MEMORY_PHASES, type MemoryPhase } from './names.ts';
import type { ReadReceipt } from './revision.ts';
import { isCount, isInstant, isSha256, nullOr, oneOf, shapeOf } from './shape.ts';

/**
 * Name of the second custom event, told beside every memory observation: which revision that read
 * was. The observation itself stays as the contract pins it.
 */
export const MEMORY_READ_EVENT = 'throughline.memory_read';

/** What one read of the memory by a run was a read of. Holds no text: revisions give it. */
export interface MemoryRead {
  /** 0 before anything was ever written; null when the text was written past the history. */
  readonly revision: number | null;
  /** Of the text's UTF-8, lowercase hex; null when there was no file. */
  readonly sha256: string | null;
  /** Size of the text in bytes of UTF-8; 0 when there was no file. */
  readonly bytes: number;
  /** ISO 8601, UTC. */
  readonly read_at: string;
  /**
   * Which model call of the turn read it: 1 for the first after the person's message, counted in
   * the transcript, so that a call made again after a crash keeps its number. Null outside of calls.
   */
  readonly call: number | null;
  readonly phase: MemoryPhase;
  /** Who read it. Reads of subagents are told on the same stream; their calls count for themselves. */
  readonly reader: MemoryReader;
}

export const MEMORY_READERS = ['agent', 'subagent'] as const;
export type MemoryReader = (typeof MEMORY_READERS)[number];

const isMemoryRead = shapeOf<MemoryRead>({
  revision: nullOr(isCount),
  sha256: nullOr(isSha256),
  bytes: isCount,
  read_at: isInstant,
  call: nullOr(isCount),
  phase: oneOf(MEMORY_PHASES),
  reader: oneOf(MEMORY_READERS),
});

/** The part of a call's read that is kept on its message. */
export function receiptOfRead({ revision, sha256, read_at, call }: MemoryRead): ReadReceipt {
  return { revision, sha256, read_at, ...(call !== null && { call }) };
}

/** The read that a custom event tells of, or undefined for any other event. */
export function parseMemoryReadEvent(event: unknown): MemoryRead | undefined {
  if (typeof event !== 'object' || event === null || !('name' in event) || !('data' in event))
    return undefined;
  return event.name === MEMORY_READ_EVENT && isMemoryRead(event.data) ? event.data : undefined;
}
