import type { MemoryScope } from '#contract/scope';

/**
 * The gate that every byte of a memory file passes, whoever writes it. Both methods resolve when
 * the change is stored; they throw HttpError with the gate's own sentence when it refuses.
 */
export interface MemoryWriter {
  /** Replaces the owner's memory file by this text, as a person's edit. */
  write(owner: MemoryScope, text: string): Promise<void>;
  /** Removes the owner's memory file. */
  remove(owner: MemoryScope): Promise<void>;
}
