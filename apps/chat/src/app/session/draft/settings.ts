import { computed, signal } from '@angular/core';

import { isMemoryMode, isMemoryOff, MEMORY_MODE_KEY, type MemoryMode } from '#contract/memory-mode';
import { STANDING_KEY, standingProblem, tidyStanding } from '#contract/standing';

import type { Metadata, Transport } from '../../transport/transport';
import { toTransportError } from '../../transport/transport-error';
import type { LiveState } from '../state/live-state';
import type { ConversationAssistant } from './conversation-assistant';

type SettingsTransport = Pick<Transport, 'readMetadata' | 'setMetadata' | 'setValues'>;

/**
 * What the person has chosen for one conversation: what it may do with the memory, and what should
 * be observed in every answer. Before the first message the choices wait here and go with it.
 */
export class Settings {
  readonly #transport: SettingsTransport;
  readonly #live: LiveState;
  readonly #threadId: () => string | undefined;
  readonly #assistant: Pick<ConversationAssistant, 'has'>;

  readonly #mode = signal<MemoryMode | undefined>('automatic');
  /** Undefined while it is not known. */
  readonly mode = this.#mode.asReadonly();
  /** The mode that the thread holds; undefined while that is not known. */
  #kept: MemoryMode | undefined;
  /** The change of the thread's mode that is under way. */
  #keeping: Promise<void> | undefined;
  readonly #problem = signal<string | undefined>(undefined);
  /** Why the last change, or reading the mode, failed. */
  readonly problem = this.#problem.asReadonly();
  /** Instructions that are to go with the next message; undefined when the state has them all. */
  readonly #unsent = signal<readonly string[] | undefined>(undefined);
  #changing: Promise<unknown> = Promise.resolve();
  readonly standing = computed(() => this.#unsent() ?? this.#live.state().standing);

  constructor(
    transport: SettingsTransport,
    live: LiveState,
    threadId: () => string | undefined,
    assistant: Pick<ConversationAssistant, 'has'>,
  ) {
    this.#transport = transport;
    this.#live = live;
    this.#threadId = threadId;
    this.#assistant = assistant;
  }

  /** Whether the conversation can still become a temporary one. */
  readonly canBeTemporary = computed(() => this.#mode() === 'temporary' || !this.#hasBegun());

  /** Whether the conversation is known to neither read nor write the memory. */
  isMemoryOff(): boolean {
    const mode = this.#mode();
    return mode !== undefined && isMemoryOff(mode);
  }

  /** What a new thread is made with. A choice that its assistant does not know is given up. */
  metadata(): Readonly<Record<string, unknown>> | undefined {
    if (!this.#assistant.has('memory')) this.#mode.set('automatic');
    const mode = this.#mode();
    this.#kept = mode;
    return mode === undefined || mode === 'automatic' ? undefined : { [MEMORY_MODE_KEY]: mode };
  }

  /** What goes with the next message; all of it with one that goes on from an earlier place. */
  values(fromEarlier: boolean): Readonly<Record<string, unknown>> | undefined {
    if (!this.#assistant.has('instructions')) return undefined;
    const unsent = fromEarlier ? this.standing() : this.#unsent();
    return unsent === undefined ? undefined : { [STANDING_KEY]: unsent };
  }

  /** The message that `values` went with is accepted. */
  delivered(): void {
    const list = this.#unsent();
    if (list === undefined) return;
    this.#live.dispatch({ type: 'standing-set', list });
    this.#unsent.set(undefined);
  }

  /** Reads the mode of a thread. What is kept with the thread, or undefined when that is not known. */
  async read(threadId: string): Promise<Metadata | undefined> {
    this.#mode.set(undefined);
    try {
      const metadata = await this.#transport.readMetadata(threadId);
      if (metadata === undefined) return undefined;
      const mode = metadata[MEMORY_MODE_KEY] ?? 'automatic';
      this.#kept = isMemoryMode(mode) ? mode : undefined;
      this.#mode.set(this.#kept);
      this.#problem.set(undefined);
      return metadata;
    } catch (error) {
      this.#problem.set(
        $localize`The memory mode is not known: ${toTransportError(error).message}:problem:`,
      );
      return undefined;
    }
  }

  /** Chooses what the conversation may do with the memory, from the next message on. */
  async chooseMode(mode: MemoryMode): Promise<void> {
    const threadId = this.#threadId();
    if (mode === 'temporary' && this.#mode() !== 'temporary' && this.#hasBegun()) {
      this.#problem.set(
        $localize`This chat has messages, so it cannot become a temporary one. Start a new chat for that.`,
      );
      return;
    }
    this.#mode.set(mode);
    this.#problem.set(undefined);
    if (threadId === undefined) return;
    try {
      await this.#keepMode(threadId);
    } catch (error) {
      this.#problem.set(
        $localize`The memory mode was not changed: ${toTransportError(error).message}:problem:`,
      );
    }
  }

  /**
   * To be awaited before anything is said in a thread: the server takes each message under the mode
   * that the thread holds by then, so what was chosen has to have arrived. Rejects when the choice
   * could not be kept: the message must not go under another one.
   */
  async arrived(threadId: string): Promise<void> {
    await this.#changing;
    await this.#keepMode(threadId);
  }

  /** Whether anything was said, or may have been: what is not read yet is not known. */
  #hasBegun(): boolean {
    const { earlier, messages, opening, unopened } = this.#live.state();
    return messages.length > 0 || earlier.length > 0 || opening || unopened;
  }

  #keepMode(threadId: string): Promise<void> {
    this.#keeping ??= this.#bringMode(threadId).finally(() => (this.#keeping = undefined));
    return this.#keeping;
  }

  async #bringMode(threadId: string): Promise<void> {
    try {
      // Another choice may be made while one is on its way.
      for (let mode = this.#mode(); mode !== this.#kept; mode = this.#mode()) {
        if (mode === undefined) return;
        await this.#transport.setMetadata(threadId, { [MEMORY_MODE_KEY]: mode });
        this.#kept = mode;
      }
    } catch (error) {
      this.#mode.set(this.#kept);
      throw error;
    }
  }

  /**
   * Changes the standing instructions; whether that was taken. Changes are made one after the other,
   * each on what the one before has left, so that two made at once are both kept.
   */
  changeStanding(change: (list: readonly string[]) => readonly string[]): Promise<boolean> {
    const made = this.#changing.then(() => this.#setStanding(change(this.standing())));
    this.#changing = made;
    return made;
  }

  async #setStanding(list: readonly string[]): Promise<boolean> {
    const tidy = tidyStanding(list);
    const problem = standingProblem(tidy);
    this.#problem.set(problem);
    if (problem !== undefined) return false;
    const threadId = this.#threadId();
    if (threadId === undefined || this.#unsent() !== undefined) {
      this.#unsent.set(tidy);
      return true;
    }
    try {
      await this.#transport.setValues(threadId, { [STANDING_KEY]: tidy });
      this.#live.dispatch({ type: 'standing-set', list: tidy });
      return true;
    } catch (error) {
      this.#problem.set($localize`Not changed: ${toTransportError(error).message}:problem:`);
      return false;
    }
  }
}
