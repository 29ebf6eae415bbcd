import type { Clock } from '../clock.ts';
import type { RunEvent } from '../storage/storage.ts';
import type { DraftEvent } from './draft-event.ts';
import { wireMessage } from './wire.ts';

/** Longest time that a piece of a message waits for its neighbours, in milliseconds. */
const JOIN_WITHIN_MS = 30;
/** Drafts not yet written from which on the graph's stream is held back. */
const MANY_DRAFTS = 512;

type Append = (events: readonly Omit<RunEvent, 'id'>[]) => Promise<void>;

/**
 * Writes a run's events in order, as few and as soon as is sensible: the first words of a message
 * go at once, later ones are joined for some milliseconds, and whatever is not a piece of a
 * message takes all before it along. One write is under way at a time.
 */
export class EventWriter {
  readonly #append: Append;
  readonly #clock: Clock;
  readonly #begun = new Set<string>();
  readonly #begunEmpty = new Set<string>();
  #drafts: DraftEvent[] = [];
  #writing: Promise<void> | undefined;
  #callOffTimer: (() => void) | undefined;
  #dueAgain = false;
  #failure: { readonly reason: unknown } | undefined;

  /** `append` commits and then tells; when it fails, nothing is written after it. */
  constructor(append: Append, clock: Clock) {
    this.#append = append;
    this.#clock = clock;
  }

  /** Takes a draft. Resolves at once unless many are waiting. Throws what a write threw. */
  async push(draft: DraftEvent): Promise<void> {
    this.#throwFailure();
    if (!this.#join(draft)) this.#drafts.push(draft);
    const id = draft.chunk?.message.id ?? draft.replaces;
    if (id !== undefined && this.#hasBegun(id, isEmpty(draft))) this.#writeSoon();
    else this.#writeNow();
    if (this.#drafts.length >= MANY_DRAFTS) await this.flush();
  }

  /** Resolves when every draft is committed. Throws what a write threw. */
  async flush(): Promise<void> {
    this.#throwFailure();
    while (this.#drafts.length > 0 || this.#writing) {
      this.#writeNow();
      await this.#writing;
      this.#throwFailure();
    }
  }

  /** Drops what was not written and writes no more. */
  close(): void {
    this.#callOffTimer?.();
    this.#drafts = [];
  }

  /** Whether a piece of the message came before, with words or, for an empty one, with or without. */
  #hasBegun(id: string, empty: boolean): boolean {
    const begun = this.#begun.has(id) || (empty && this.#begunEmpty.has(id));
    (empty ? this.#begunEmpty : this.#begun).add(id);
    return begun;
  }

  /** Joins a piece with the last one of the same message, if only pieces came since. */
  #join(draft: DraftEvent): boolean {
    for (let at = this.#drafts.length - 1; at >= 0; at -= 1) {
      const earlier = this.#drafts[at];
      if (!earlier || (!earlier.chunk && earlier.replaces === undefined)) return false;
      const joined = joinDrafts(earlier, draft);
      if (joined) {
        this.#drafts[at] = joined;
        return true;
      }
    }
    return false;
  }

  #writeSoon(): void {
    this.#callOffTimer ??= this.#clock.after(JOIN_WITHIN_MS, () => this.#writeNow());
  }

  #writeNow(): void {
    this.#callOffTimer?.();
    this.#callOffTimer = undefined;
    if (this.#writing) {
      this.#dueAgain = true;
      return;
    }
    if (this.#failure) return;
    this.#dueAgain = false;
    this.#writing = this.#write();
  }

  async #write(): Promise<void> {
    // What this turn of the event loop still brings goes into the same write.
    await new Promise((resolve) => setImmediate(resolve));
    const drafts = this.#drafts;
    this.#drafts = [];
    try {
      if (drafts.length > 0) await this.#append(drafts.map(finished));
    } catch (reason) {
      this.#failure = { reason };
      this.#drafts = [];
    }
    this.#writing = undefined;
    if (this.#dueAgain && this.#drafts.length > 0) this.#writeNow();
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.reason;
  }
}

/** Whether it is a piece that says nothing: many providers begin with one, before the first words. */
function isEmpty({ chunk }: DraftEvent): boolean {
  if (!chunk) return false;
  const { content, tool_call_chunks: calls = [] } = chunk.message;
  return content.length === 0 && calls.length === 0;
}

function joinDrafts(earlier: DraftEvent, later: DraftEvent): DraftEvent | undefined {
  if (earlier.replaces !== undefined && earlier.replaces === later.replaces) return later;
  const [first, second] = [earlier.chunk, later.chunk];
  if (!first || !second || earlier.event !== later.event) return undefined;
  const { id } = first.message;
  if (id === undefined || id !== second.message.id) return undefined;
  return {
    ...earlier,
    chunk: { message: first.message.concat(second.message), metadata: first.metadata },
  };
}

function finished({ event, data, chunk }: DraftEvent): Omit<RunEvent, 'id'> {
  return { event, data: chunk ? [wireMessage(chunk.message), chunk.metadata] : data };
}
