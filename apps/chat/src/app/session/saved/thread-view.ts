import type { MemoryScope } from '#contract/scope';

import type { RunSummary, SentMessage, ThreadSnapshot, Transport } from '../../transport/transport';
import type { Confirmation } from '../state/confirmation';
import type { LiveState } from '../state/live-state';
import { confirmSaved } from './confirm';
import { confirmRestored } from './confirm-restored';

export interface ThreadViewDeps {
  readonly transport: Pick<Transport, 'readHistoryHead' | 'readNewest' | 'readState'>;
  readonly live: LiveState;
  readonly now: () => Date;
  /** The identity that this page has captured. */
  readonly scope: () => MemoryScope | undefined;
  /** Whether the conversation is known to leave the memory alone. */
  readonly isMemoryOff: () => boolean;
  /** Whether the conversation's assistant is known to read no memory. */
  readonly readsNoMemory: (threadId: string) => Promise<boolean>;
}

/** Reads the thread's stored state into what is shown. */
export class ThreadView {
  readonly #deps: ThreadViewDeps;

  constructor(deps: ThreadViewDeps) {
    this.#deps = deps;
  }

  /** Takes a state that was read in. */
  show(snapshot: ThreadSnapshot): void {
    this.#deps.live.dispatch({ type: 'state-read', snapshot, at: this.#deps.now() });
  }

  async read(threadId: string, checkpointId?: string): Promise<ThreadSnapshot> {
    const snapshot = await this.#deps.transport.readState(threadId, checkpointId);
    this.show(snapshot);
    return snapshot;
  }

  /** The same of what a conversation holds that is opened: its newest messages. */
  async readNewest(threadId: string): Promise<ThreadSnapshot> {
    const snapshot = await this.#deps.transport.readNewest(threadId);
    this.show(snapshot);
    return snapshot;
  }

  /** Reads what a turn has left whose outcome is told in any case; undefined when that fails. */
  async readIfPossible(
    threadId: string,
    checkpointId?: string,
  ): Promise<ThreadSnapshot | undefined> {
    try {
      return await this.read(threadId, checkpointId);
    } catch {
      // What was shown stays, and the next read mends it.
      return undefined;
    }
  }

  /**
   * Judges by fresh reads whether the answer that was seen is saved, and tells that. The state that
   * was read, or undefined when it could not be.
   */
  async confirm(
    threadId: string,
    sent: SentMessage | undefined,
  ): Promise<ThreadSnapshot | undefined> {
    const { messages: shown, earlier, received } = this.#deps.live.state();
    try {
      const historyHead = await this.#deps.transport.readHistoryHead(threadId);
      const snapshot = await this.read(threadId);
      const at = this.#deps.now();
      const readsNoMemory = await this.#deps.readsNoMemory(threadId);
      const memoryOff = readsNoMemory || this.#deps.isMemoryOff();
      const confirmation = confirmSaved({
        shown,
        earlier,
        sent,
        received,
        memoryOff,
        snapshot,
        historyHead,
        at,
      });
      this.#deps.live.dispatch({ type: 'save-judged', confirmation });
      return snapshot;
    } catch {
      // The answer stands; only its confirmation is missing, and that is what is said.
      const reason = $localize`the saved state could not be read`;
      this.#deps.live.dispatch({ type: 'save-judged', confirmation: { saved: false, reason } });
      return undefined;
    }
  }

  /** Judges the same of a turn that was not seen live, by the state that is shown and its history. */
  async confirmRestored(
    threadId: string,
    run: RunSummary,
    snapshot: ThreadSnapshot,
  ): Promise<void> {
    const { live, now, readsNoMemory, scope, transport } = this.#deps;
    let confirmation: Confirmation | undefined;
    try {
      const historyHead = await transport.readHistoryHead(threadId);
      const memoryOff = run.memoryOff || (await readsNoMemory(threadId));
      const judged = { run: { ...run, memoryOff }, snapshot, historyHead };
      confirmation = confirmRestored({ ...judged, scope: scope(), at: now() });
    } catch {
      // What is shown stands; only its confirmation is missing, and that is what is said.
      confirmation = { saved: false, reason: $localize`the saved state could not be read` };
    }
    if (confirmation !== undefined) live.dispatch({ type: 'save-judged', confirmation });
  }
}
